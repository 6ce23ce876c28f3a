import { styled } from '@mui/material/styles'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { OnPaper } from '#web/ui/on-paper.tsx'

export type Statement = AskResult<typeof purchaseRequestCalls.statement>

const Sheet = styled('article')(({ theme }) => ({
  display: 'grid',
  gap: 20,
  fontVariantNumeric: 'tabular-nums',
  '& .parties': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: '12px 32px',
  },
  '& dt': { fontSize: 12 },
  '& dd': { margin: 0 },
  '& dd b': { fontWeight: 700 },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& caption': { textAlign: 'left', fontSize: 12, paddingBottom: 6 },
  '& th, & td': {
    padding: '7px 8px',
    borderBottom: `1px solid ${theme.okuru.palette.border.medium}`,
    textAlign: 'left',
  },
  '& thead th': { fontSize: 12, fontWeight: 700 },
  '& tbody th': { fontWeight: 400 },
  '& .end': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& tr[data-gone] .end': { textDecoration: 'line-through' },
  '& tfoot th': { fontWeight: 400 },
  '& tfoot tr:first-of-type > *': { fontWeight: 700 },
}))

function Lines({ statement }: { statement: Statement }) {
  return (
    <Sheet>
      <div className="parties">
        <dl>
          <dt>売主</dt>
          <dd>
            <b>{statement.sellerName} 様</b>
          </dd>
          <dd>登録番号 {statement.sellerRegistrationNumber}</dd>
        </dl>
        <dl>
          <dt>作成者(買主)</dt>
          <dd>
            <b>{statement.dealerName}</b>
          </dd>
          <dd>{statement.dealerAddress}</dd>
          <dd>{statement.shopName}</dd>
        </dl>
        <dl>
          <dt>取引の年月日</dt>
          <dd>{formatDateJa(statement.tradedOn)}</dd>
          <dd>申し込み番号 {statement.purchaseRequest}</dd>
        </dl>
      </div>
      <table>
        <caption>金額は税込です。</caption>
        <thead>
          <tr>
            <th>取引の内容</th>
            <th className="end">金額</th>
          </tr>
        </thead>
        <tbody>
          {statement.items.map(({ seq, name, price, isRescinded }) => (
            <tr key={seq} data-gone={isRescinded || undefined}>
              <th scope="row">
                {seq}. {name}
                {isRescinded && ' (売却を取り消した品)'}
              </th>
              <td className="end">{formatYen(price)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{statement.taxRate}%対象の合計</th>
            <td className="end">{formatYen(statement.total)}</td>
          </tr>
          <tr>
            <th scope="row">うち消費税額等({statement.taxRate}%)</th>
            <td className="end">{formatYen(statement.tax)}</td>
          </tr>
        </tfoot>
      </table>
      {statement.confirmedAt && <p>{formatDateTimeJa(statement.confirmedAt)}に売主が内容を確認しました。</p>}
    </Sheet>
  )
}

export function StatementSheet({ statement }: { statement: Statement }) {
  return (
    <>
      <Lines statement={statement} />
      <OnPaper page={{ size: 'A4', margin: '15mm' }}>
        <h1 style={{ fontSize: '16pt', marginBottom: '8mm' }}>仕入明細書</h1>
        <Lines statement={statement} />
      </OnPaper>
    </>
  )
}
