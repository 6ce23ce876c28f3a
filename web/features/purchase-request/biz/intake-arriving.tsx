import { styled } from '@mui/material/styles'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { monthDay } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { Muted } from '#web/ui/page.tsx'
import { WhenPartRead } from '#web/ui/query-state.tsx'
import type { BizRequestRow } from '../shared/biz/types.ts'
import { shippingText } from './request-columns.tsx'

const List = styled('ul')(({ theme }) => ({
  maxHeight: '60vh',
  margin: '8px -8px 0',
  overflowY: 'auto',
  '& button': {
    display: 'grid',
    gridTemplateColumns: '64px minmax(5em, 1fr) auto',
    gap: 8,
    width: '100%',
    minHeight: 34,
    alignItems: 'center',
    padding: '4px 8px',
    border: 0,
    borderRadius: 8,
    textAlign: 'left',
    background: 'none',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
  },
  '& button:hover': { background: theme.okuru.palette.primary.lightest },
}))

export function ArrivingList({ onPick }: { onPick: (request: number) => void }) {
  const read = useCall(purchaseRequestCalls.today, {})
  return (
    <Card>
      <h2 style={{ fontSize: 14 }}>今日届く予定{read.data && ` ${read.data.arriving.length}件`}</h2>
      <Muted style={{ fontSize: 12 }}>ラベルが読めないときは、ここから選べます。</Muted>
      <WhenPartRead state={read}>{({ arriving }) => <Rows rows={arriving} onPick={onPick} />}</WhenPartRead>
    </Card>
  )
}

const partText = ({ boxCount, arrivedBoxCount }: BizRequestRow): string =>
  arrivedBoxCount > 0 ? `・${arrivedBoxCount}/${boxCount}箱到着` : ''

type RowsProps = { rows: readonly BizRequestRow[]; onPick: (request: number) => void }

function Rows({ rows, onPick }: RowsProps) {
  return (
    <List>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onPick(row.id)}>
            <span>{row.id}</span>
            <span>{row.customerName}</span>
            <Muted style={{ fontSize: 12 }}>
              {row.deliveredAt ? `配達完了 ${monthDay(row.deliveredAt)}` : shippingText(row)} {partText(row)}
              {row.itemCount !== null && `・${row.itemCount}点`}
            </Muted>
          </button>
        </li>
      ))}
    </List>
  )
}
