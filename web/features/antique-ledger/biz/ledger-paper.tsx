import { styled } from '@mui/material/styles'
import { formatDateTimeJa } from '#contract/day'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { isRight, isShort, type LedgerHeader, type LedgerRow, ledgerCell } from './ledger-columns.tsx'

const Book = styled('div')({
  fontSize: '8pt',
  lineHeight: 1.4,
  '& h1': { fontSize: '13pt' },
  '& table': { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
  '& thead': { display: 'table-header-group' },
  '& tr': { breakInside: 'avoid' },
  '& th, & td': {
    padding: '1mm 1.2mm',
    border: '0.2mm solid #555555',
    textAlign: 'left',
    verticalAlign: 'top',
  },
  '& th': { fontWeight: 700, background: '#f0f0f0' },
  '& .keep': { whiteSpace: 'nowrap' },
  '& .end': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .dealer': { border: 0, background: 'none', padding: '0 0 2mm' },
  '& .dealer span': { float: 'right', fontWeight: 400 },
})

export function LedgerPaper({ header, rows }: { header: LedgerHeader; rows: readonly LedgerRow[] }) {
  return (
    <OnPaper page={{ size: 'A4 landscape', margin: '10mm 10mm 14mm' }} isNumbered>
      <Book>
        <h1>古物台帳</h1>
        <table>
          {/* Repeated on every page. */}
          <thead>
            <tr>
              <th className="dealer" colSpan={header.columns.length}>
                {header.dealerName}({header.publicSafetyCommission} {header.licenseNumber}){' '}
                {header.officeName} {header.officeAddress}
                <span>
                  {rows.length}件 ・ {formatDateTimeJa(new Date().toISOString())} 印刷
                </span>
              </th>
            </tr>
            <tr>
              {header.columns.map(({ key, label }) => (
                <th key={key}>{label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.seq}>
                {header.columns.map(({ key }) => (
                  <td key={key} className={isRight(key) ? 'end' : isShort(key) ? 'keep' : undefined}>
                    {ledgerCell(row, key)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Book>
    </OnPaper>
  )
}
