import { formatPhone, formatPostalCode } from '#contract/text'

type Props = {
  postalCode: string
  /** The rest of the address in one line. */
  line: string
  name?: string
  phone?: string
}

/** An address as it stands on a label. */
export function PostalAddress({ postalCode, line, name, phone }: Props) {
  return (
    <address style={{ fontStyle: 'normal', fontSize: 14, lineHeight: 1.7 }}>
      〒{formatPostalCode(postalCode)}
      <br />
      {line}
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
