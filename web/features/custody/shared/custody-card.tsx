import { styled } from '@mui/material/styles'
import { custodyCalls, handoverKindLabel } from '#contract/custody'
import { formatDateTimeJa } from '#contract/day'
import { useCall } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { WhenPartRead } from '#web/ui/query-state.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { amountText, type Custody, problemText, rangesText, type Spot, spotText } from './custody-words.ts'

type Entry = Custody['records'][number]

const Now = styled('ul')({
  margin: '4px 0 12px',
  fontSize: 13,
  '& li': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 12px' },
  '& b': { fontWeight: 700 },
})

/** Where the boxes and articles of a request are, and how they came there; nothing in a shop without places. */
export function CustodyCard({ request }: { request: number }) {
  const state = useCall(custodyCalls.ofRequest, { params: { id: request }, query: {} })
  if (state.data && !state.data.isUsed) return null
  return (
    <Card>
      <Row style={{ justifyContent: 'space-between' }}>
        <h2>保管の記録</h2>
        <QuietLink to="/biz/custody">移動を記録する</QuietLink>
      </Row>
      <WhenPartRead state={state}>{(custody) => <Body custody={custody} />}</WhenPartRead>
    </Card>
  )
}

/** The same for one article, without a frame. */
export function CustodyRecord({ request, item }: { request: number; item: string }) {
  const state = useCall(custodyCalls.ofRequest, { params: { id: request }, query: { item } })
  return <WhenPartRead state={state}>{(custody) => <Body custody={custody} />}</WhenPartRead>
}

function Body({ custody: { tally, now, records } }: { custody: Custody }) {
  return (
    <>
      {tally && <Tally tally={tally} />}
      <Now aria-label="いまある場所">
        {groupsOf(now).map(({ key, spot, boxes, items }) => (
          <li key={key}>
            <b>{spotText(spot)}</b>
            <span>{whichText(boxes, items)}</span>
          </li>
        ))}
      </Now>
      {records.length === 0 ? (
        <Muted>まだ移動の記録はありません。</Muted>
      ) : (
        <Timeline
          label="保管の記録"
          steps={records.map((record, index) => ({
            key: `${record.id} ${index}`,
            title: titleOf(record),
            when: formatDateTimeJa(record.at),
            body: `${whichText(record.boxes, record.items)} ・ ${record.by}`,
          }))}
        />
      )}
    </>
  )
}

type Sum = NonNullable<Custody['tally']>

/** From what the customer declared to what became of it, and what does not add up. */
function Tally({ tally }: { tally: Sum }) {
  const { declared, received, articles, assessed, sold, returned, disposed } = tally
  const steps = [
    declared !== null && `申告 ${declared}点`,
    received !== null && `受け取り ${received}点`,
    `査定 ${assessed}/${articles}点`,
    sold > 0 && `買取 ${sold}点`,
    returned > 0 && `返送 ${returned}点`,
    disposed > 0 && `リサイクル ${disposed}点`,
  ]
  return (
    <div style={{ margin: '4px 0 12px', fontSize: 13 }}>
      <span>{steps.filter(Boolean).join(' → ')}</span>
      {problemsOf(tally).map((problem) => (
        <div key={problem} style={{ marginTop: 4 }}>
          <StatusChip tone="wait" style={{ whiteSpace: 'normal' }}>
            {problem}
          </StatusChip>
        </div>
      ))}
    </div>
  )
}

function problemsOf({ declared, received, articles, leftOver, unplaced }: Sum): string[] {
  const short = declared !== null && received !== null ? declared - received : 0
  const lost = received === null ? 0 : received - articles
  const problems = [
    { kind: 'short', count: short, items: [] },
    { kind: 'left_over', count: leftOver.length, items: leftOver },
    { kind: 'unplaced', count: unplaced.length, items: unplaced },
  ] as const
  return [
    ...problems.filter(({ count }) => count > 0).map(problemText),
    ...(lost > 0 ? [`受け取った点数より、商品の記録が${lost}点足りません`] : []),
  ]
}

function titleOf({ kind, from, to }: Entry): string {
  if (kind === 'sent') return `${spotText(from)} → お客さまへ返送`
  const way = from ? `${spotText(from)} → ${spotText(to)}` : spotText(to)
  return kind === 'scan' ? way : `${handoverKindLabel[kind]}: ${way}`
}

/** 「1箱・3点(1〜3)」. */
function whichText(boxes: readonly number[], items: readonly number[]): string {
  const numbers = items.length > 0 ? `(${rangesText(items)})` : ''
  return `${amountText(boxes.length, items.length)}${numbers}`
}

function groupsOf(now: Custody['now']) {
  const groups = new Map<string, { key: string; spot: Spot | null; boxes: number[]; items: number[] }>()
  for (const { spot, box, seq } of now) {
    const key = `${spot?.place} ${spot?.holder}`
    const group = groups.get(key) ?? { key, spot, boxes: [], items: [] }
    if (box !== null) group.boxes.push(box)
    else if (seq !== null) group.items.push(seq)
    groups.set(key, group)
  }
  return [...groups.values()]
}
