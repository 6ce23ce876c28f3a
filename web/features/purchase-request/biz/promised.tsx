import { styled } from '@mui/material/styles'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { tokyoDate } from '#contract/day'
import { requestStatus as S } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { monthDay, shortDate } from '#web/lib/dates.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { requestColumns, statusColumn } from '../shared/biz/row-columns.tsx'

type Today = AskResult<typeof purchaseRequestCalls.today>
type Box = Today['promised']['boxes'][number]

const Board = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 292px' },
  // The box to take comes first where they stand below each other.
  [theme.breakpoints.down('lg')]: { '& > [data-next]': { order: -1 } },
}))

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '2px 14px',
  marginBottom: 6,
  '& h2': { ...theme.typography.h3 },
  '& a': { marginLeft: 'auto', fontSize: 13, fontWeight: 600 },
}))

const Mark = styled('b', { shouldForwardProp: (name) => name !== 'tone' })<{ tone?: 'late' | 'soon' }>(
  ({ theme, tone }) => ({
    fontWeight: tone ? 700 : 400,
    color: tone && theme.okuru.palette[tone === 'late' ? 'error' : 'warning'].main,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  }),
)

const Next = styled(Card)(({ theme }) => ({
  display: 'grid',
  gap: 6,
  fontSize: 13,
  '& h2': { ...theme.typography.h2, fontSize: 17, '& span': { fontSize: 13, fontWeight: 400 } },
  '& .left': { fontSize: 15 },
  '& .others': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '4px 12px',
    fontWeight: 600,
  },
}))

const HOUR = 60
const DAY = 24 * HOUR

/** `20時間52分`, and from a day on `1日と3時間`. */
function spanText(minutes: number): string {
  if (minutes >= DAY) {
    const hours = Math.floor((minutes % DAY) / HOUR)
    return `${Math.floor(minutes / DAY)}日${hours > 0 ? `と${hours}時間` : ''}`
  }
  const hours = Math.floor(minutes / HOUR)
  return hours > 0 ? `${hours}時間${minutes % HOUR}分` : `${minutes}分`
}

function leftOf({ promisedAt }: Box, now: number): { text: string; tone?: 'late' | 'soon' } {
  if (!promisedAt) return { text: '—' }
  const minutes = Math.floor((Date.parse(promisedAt) - now) / 60_000)
  if (minutes < 0) return { text: `${spanText(-minutes)} 遅れ`, tone: 'late' }
  const isToday = tokyoDate(promisedAt) === tokyoDate(now)
  return { text: `あと ${spanText(minutes)}`, ...(isToday && { tone: 'soon' as const }) }
}

const columnsAt = (now: number): readonly Column<Box>[] => [
  ...requestColumns,
  { key: 'shop', header: '店舗', cell: (row) => row.shopName },
  statusColumn,
  { key: 'promised', header: 'お約束', cell: (row) => (row.promisedAt ? monthDay(row.promisedAt) : '—') },
  {
    key: 'left',
    card: 'chip',
    header: '残り',
    cell: (row) => {
      const { text, tone } = leftOf(row, now)
      return <Mark tone={tone}>{text}</Mark>
    },
  },
  { key: 'count', header: '点数', align: 'end', cell: (row) => row.itemCount ?? '—' },
  { key: 'assessor', header: '担当', cell: (row) => row.assessorName ?? '—' },
]

/** Boxes by what was promised to their customers, and the one to take next. */
export function Promised({ today, now }: { today: Today; now: number }) {
  const navigate = useNavigate()
  const [selected, setSelected] = useState<number>()
  const { boxes, count, late, dueToday: due } = today.promised
  const [next] = boxes
  return (
    <Board>
      <section>
        <Head>
          <h2>お約束が近い箱</h2>
          <span>
            <Mark tone={late > 0 ? 'late' : undefined}>遅れ {late}</Mark>
            {' ・ '}
            <Mark tone={due > 0 ? 'soon' : undefined}>今日中 {due}</Mark>
            {' ・ '}
            全部で {count}
          </span>
          <Link to="/biz/requests" search={{ view: 'assessing', ordering: 'arrived_at' }}>
            査定の箱をすべて見る
          </Link>
        </Head>
        <DataTable
          label="お約束が近い箱"
          columns={columnsAt(now)}
          rows={boxes}
          rowKey={({ id }) => id}
          selected={selected ?? null}
          onSelect={({ id }) => setSelected(id)}
          onOpen={({ id }) => navigate({ to: '/biz/requests/$id', params: { id: String(id) } })}
          onLeave={() => setSelected(undefined)}
          empty={<Empty title="お約束を待つ箱はありません">届いた箱は、すべてお知らせが済んでいます。</Empty>}
        />
      </section>
      {next && <NextBox key={next.id} box={next} free={today.free} now={now} />}
    </Board>
  )
}

const whyOf: Readonly<Record<number, string>> = {
  [S.ARRIVED]: '査定がまだ始まっていません。',
  [S.ASSESSING]: '査定の途中です。',
  [S.REASSESSING]: '再査定の途中です。',
  [S.RETURNING]: 'お返しの発送がまだです。',
}

type NextProps = { box: Box; free: Today['free']; now: number }

function NextBox({ box, free, now }: NextProps) {
  const navigate = useNavigate()
  const place = { to: '/biz/requests/$id', params: { id: String(box.id) } } as const
  const label = '次の箱を開く'
  useShortcuts([{ code: 'Enter', ctrl: true, label, run: () => navigate(place) }])
  const { text, tone } = leftOf(box, now)
  const facts = [
    box.shopName,
    box.itemCount !== null && `${box.itemCount}点`,
    box.arrivedAt && `${monthDay(box.arrivedAt)}に到着`,
    box.promisedAt && `お約束は${shortDate(box.promisedAt)}`,
  ]
  return (
    <Next aria-label="次の箱" data-next="">
      <Muted>次の箱 ・ {box.isLate ? 'いちばん遅れている箱' : 'お約束がいちばん近い箱'}</Muted>
      <h2>
        {box.customerName} 様 <Muted>{box.id}</Muted>
      </h2>
      <p className="left">
        <Mark tone={tone}>{text}</Mark>
      </p>
      <p>{facts.filter(Boolean).join(' ・ ')}</p>
      <p>
        {whyOf[box.status]}
        {box.assessorName ? `担当は ${box.assessorName} です。` : '担当が決まっていません。'}
        {free && `手が空いているのは ${free.name}(${free.boxCount}箱)です。`}
      </p>
      <NextLink {...place} endIcon={<Kbd>Ctrl ↵</Kbd>}>
        {label}
      </NextLink>
      <div className="others">
        {free && <AskButton box={box.id} free={free} />}
        <Link to="/biz/customers/$shop/$id" params={{ shop: String(box.shop), id: String(box.customer) }}>
          お客さまに連絡する
        </Link>
      </div>
    </Next>
  )
}

/** Assigns the box as it is now; somebody else may have taken it meanwhile. */
function AskButton({ box, free }: { box: number; free: NonNullable<Today['free']> }) {
  const params = { id: box }
  const move = useMutationOf(purchaseRequestCalls.move, { rereadsOnError: true })
  const [problem, setProblem] = useState<string>()
  const assign = async () => {
    try {
      const { version, assessorName } = await ask(purchaseRequestCalls.bizGet, { params })
      if (assessorName) return setProblem(`${assessorName} がもう担当しています。`)
      await move.mutateAsync({ params, body: { assessor: free.id, version } })
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return (
    <>
      <TextButton onClick={() => void assign()} disabled={move.isPending}>
        {free.name}に頼む
      </TextButton>
      {problem && <ErrorText role="alert">{problem}</ErrorText>}
    </>
  )
}
