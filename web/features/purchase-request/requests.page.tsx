import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { labelOf } from '#contract/codes'
import { requestStatusLabel, requestStatus as S } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDate, timeLeft } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { StoreList } from '#web/ui/store-list.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { dealSumOf } from './shared/deal-sum.ts'
import { nextOf, toneOf, turnText } from './shared/journey.ts'

type RequestRow = AskResult<typeof purchaseRequestCalls.list>['results'][number]

const Entry = styled('article')(({ theme }) => ({
  position: 'relative',
  padding: '14px 16px',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  '&:hover': { borderColor: theme.okuru.palette.border.strong },
  '& .top': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12 },
  '& h2': { fontSize: 16, lineHeight: 1.5, fontWeight: 700 },
  '& h2 a': { color: 'inherit', textDecoration: 'none' },
  '& h2 a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '& h2 a:focus-visible': { outline: 'none' },
  '&:has(a:focus-visible)': { outline: `3px solid ${theme.okuru.palette.primary.light}`, outlineOffset: 2 },
  '& .sub': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& .next': { marginTop: 8, fontSize: 13, lineHeight: 1.6 },
  '& .next b': { display: 'block', fontSize: 12 },
  '& .money': {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    marginTop: 10,
    paddingTop: 10,
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
    fontSize: 13,
  },
}))

export default function RequestsPage() {
  const list = useList(purchaseRequestCalls.list, { size: 20 })
  return (
    <Page title="申し込み" lead={list.read.data?.count === 0 ? undefined : '新しい順に並んでいます。'}>
      <StoreList
        list={list}
        skeleton={<CardListSkeleton />}
        empty={
          <Empty
            title="最初のお申し込みをお待ちしています"
            action={<NextLink to="/requests/new">買取を申し込む</NextLink>}
          >
            箱ひとつから始められます。
          </Empty>
        }
        end={
          <NextLink to="/requests/new" style={{ marginTop: 12 }}>
            買取を申し込む
          </NextLink>
        }
      >
        {(request) => <RequestEntry key={request.id} request={request} />}
      </StoreList>
    </Page>
  )
}

function RequestEntry({ request }: { request: RequestRow }) {
  const next = nextOf(request)
  const deciding = request.status === S.OFFERED && request.offerExpiresAt
  const sum = dealSumOf(request)
  return (
    <Entry>
      <div className="top">
        <span className="sub">
          {shortDate(request.createdAt)}・番号 {request.id}
        </span>
        <StatusChip tone={toneOf(request.status)}>{labelOf(requestStatusLabel, request.status)}</StatusChip>
      </div>
      <h2>
        <Link to="/requests/$id" params={{ id: String(request.id) }}>
          {request.shopName}
        </Link>
      </h2>
      <p className="sub">
        {request.boxCount}箱{request.itemCount ? `・${request.itemCount}点` : ''}
      </p>
      <p className="next">
        {(next.turn || next.done) && <b>{turnText(next)}</b>}
        {next.what}
      </p>
      {sum && (
        <p className="money">
          <span>
            {sum.term}
            {deciding && `・${timeLeft(deciding, Date.now())}`}
          </span>
          {sum.amount !== undefined && <Yen amount={sum.amount} size={20} />}
        </p>
      )}
      {sum?.note && <p className="sub">{sum.note}</p>}
    </Entry>
  )
}
