import { styled } from '@mui/material/styles'
import { formatPhone, formatPostalCode } from '#contract/text'

type Props = {
  postalCode: string
  /** The rest of the address in one line. */
  line: string
  name?: string
  phone?: string
}

const Whole = styled('span')({ whiteSpace: 'nowrap' })

/** An address within a text: 3-14-8 is one number, which no line ends within. */
export function AddressText({ children: text }: { children: string }) {
  const [number] = /\d+(?:-\d+)+/.exec(text) ?? []
  if (number === undefined) return text
  const start = text.indexOf(number)
  return (
    <>
      {text.slice(0, start)}
      <Whole>{number}</Whole>
      <AddressText>{text.slice(start + number.length)}</AddressText>
    </>
  )
}

/** An address as it stands on a label. */
export function PostalAddress({ postalCode, line, name, phone }: Props) {
  return (
    <address style={{ fontStyle: 'normal', fontSize: 14, lineHeight: 1.7 }}>
      〒{formatPostalCode(postalCode)}
      <br />
      <AddressText>{line}</AddressText>
      {name && (
        <>
          <br />
          <b>{name}</b>
        </>
      )}
      {phone && (
        <>
          <br />
          電話 <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
        </>
      )}
    </address>
  )
}
