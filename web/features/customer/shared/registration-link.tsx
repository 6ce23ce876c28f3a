/** The number in the public register of issuers of invoices. */
export const RegistrationLink = ({ number }: { number: string }) =>
  /^T\d{13}$/.test(number) ? (
    <a
      href={`https://www.invoice-kohyo.nta.go.jp/regno-search/detail?selRegNo=${number.slice(1)}`}
      target="_blank"
      rel="noreferrer"
    >
      国税庁の公表サイトで確かめる
    </a>
  ) : null
