import type { LedgerHeader } from './ledger-columns.tsx'

export function LedgerDealer({ header }: { header: LedgerHeader }) {
  return (
    <p style={{ fontSize: 12 }}>
      <b>{header.dealerName}</b> ・ {header.publicSafetyCommission} {header.licenseNumber} ・{' '}
      {header.officeName} {header.officeAddress}
    </p>
  )
}
