import { styled } from '@mui/material/styles'
import { formatPhone, formatPostalCode } from '#contract/text'

type Props = {
  postalCode: string
  line: string
  name?: string
  phone?: string
}

const Whole = styled('span')({ whiteSpace: 'nowrap' })

/** Address text that does not wrap within a house number such as 3-14-8. */
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
