import { styled } from '@mui/material/styles'
import { attributeWords } from '#contract/attribute-text'
import { itemGender, labelOf } from '#contract/codes'
import { formatDateJa } from '#contract/day'
import { estimatePromises } from '#contract/price-estimate'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useStaff } from '#web/lib/staff.ts'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { usePrintOnce } from '#web/ui/use-print-once.ts'
import { bandText, numberOf } from './pre-assessment-words.ts'
import type { Entry } from './use-entry.ts'

const Sheet = styled('article')({
  fontSize: '10.5pt',
  lineHeight: 1.6,
  '& h2': { fontSize: '16pt', marginBottom: '4mm' },
  '& header': { display: 'flex', justifyContent: 'space-between', marginBottom: '5mm' },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': { padding: '1.8mm 2mm', borderBottom: '0.2mm solid #000000', textAlign: 'start' },
  '& .end': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& th, & td.end': { whiteSpace: 'nowrap' },
  '& .detail': { fontSize: '9pt' },
  '& p + p:not(.end)': { marginTop: '1mm' },
  '& tr': { breakInside: 'avoid' },
  '& .sum': { marginTop: '5mm', fontSize: '14pt', fontWeight: 700, textAlign: 'end' },
})

/** The estimate as it is handed over at the counter; without notes, which are for the shop. */
export function EntryPaper({ entry, onDone }: { entry: Entry; onDone: () => void }) {
  usePrintOnce(onDone)
  const { data, lines, sum } = entry
  const company = useStaff()?.company.name ?? ''
  if (!data) return null
  return (
    <OnPaper page={{ size: 'A4', margin: '16mm' }} isNumbered>
      <Sheet>
        <h2>事前査定(目安)</h2>
        <header>
          <span>{data.prospectName ? `${data.prospectName} 様` : 'お客さま'}</span>
          <span className="end">
            {`番号 ${numberOf(data.id)}・作成日 ${formatDateJa(todayInTokyo())}`}
            <br />
            {`${company} ${data.shopName}`}
            {data.operatorName && (
              <>
                <br />
                {`担当 ${data.operatorName}`}
              </>
            )}
          </span>
        </header>
        <table>
          <thead>
            <tr>
              <th scope="col">品物</th>
              <th scope="col">状態</th>
              <th scope="col" className="end">
                数
              </th>
              <th scope="col" className="end">
                目安(1点)
              </th>
            </tr>
          </thead>
          <tbody>
            {lines
              .filter(({ row }) => row.id !== null)
              .map(({ row, amounts }) => (
                <tr key={row.slug}>
                  <td>
                    {[row.brandName, row.categoryName, row.gender !== null && labelOf(itemGender, row.gender)]
                      .filter(Boolean)
                      .join(' ') || '品名なし'}
                    <div className="detail">{attributeWords(row.attributes)}</div>
                  </td>
                  <td>{row.conditionName || '—'}</td>
                  <td className="end">{row.count}</td>
                  <td className="end">
                    {amounts.low === null ? '拝見してから' : bandText(amounts.low, amounts.high)}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
        <p className="sum">{`合計の目安 ${bandText(sum.low, sum.high)}`}</p>
        <p className="end">
          {`金額の決まった品 ${sum.priced}点`}
          {sum.unpriced > 0 && `・ほかの${sum.unpriced}点は、お品物を拝見してから金額をお知らせします`}
          {data.validUntil && `・${formatDateJa(data.validUntil)}まで有効`}
        </p>
        {estimatePromises.map((promise) => (
          <p key={promise}>{promise}</p>
        ))}
      </Sheet>
    </OnPaper>
  )
}
