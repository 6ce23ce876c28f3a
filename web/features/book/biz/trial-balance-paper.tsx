import { styled } from '@mui/material/styles'
import { bookAccountKindLabel, sideLabel } from '#contract/book-side'
import { formatDateTimeJa } from '#contract/day'
import { formatYen } from '#contract/text'
import { OnPaper } from '#web/ui/on-paper.tsx'
import type { KindRow } from './accounts.tsx'

const Sheet = styled('div')({
  fontSize: '10.5pt',
  '& h1': { fontSize: '15pt', marginBottom: '2mm' },
  '& p': { marginBottom: '6mm' },
  '& table': { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
  '& th, & td': { padding: '2mm 3mm', border: '0.3mm solid #000000' },
  '& th': { fontWeight: 700 },
  '& .amount': { width: '34%', textAlign: 'right' },
  '& tfoot td': { fontWeight: 700, borderTop: '0.8mm double #000000' },
})

type Props = { rows: readonly KindRow[]; sums: { debit: number; credit: number } }

const amount = (value: number): string => (value === 0 ? '' : formatYen(value))

export function TrialBalancePaper({ rows, sums }: Props) {
  return (
    <OnPaper page={{ size: 'A4', margin: '15mm' }}>
      <Sheet>
        <h1>残高試算表</h1>
        <p>{formatDateTimeJa(new Date().toISOString())} 現在</p>
        <table>
          <thead>
            <tr>
              <th scope="col">{sideLabel.debit}</th>
              <th scope="col">種類</th>
              <th scope="col">{sideLabel.credit}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, debit, credit }) => (
              <tr key={kind}>
                <td className="amount">{amount(debit)}</td>
                <td>{bookAccountKindLabel[kind]}</td>
                <td className="amount">{amount(credit)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td className="amount">{formatYen(sums.debit)}</td>
              <td>合計</td>
              <td className="amount">{formatYen(sums.credit)}</td>
            </tr>
          </tfoot>
        </table>
      </Sheet>
    </OnPaper>
  )
}
