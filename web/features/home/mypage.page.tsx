import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { labelOf } from '#contract/codes'
import { formatDateJa, tokyoDate } from '#contract/day'
import { requestStatusLabel } from '#contract/lifecycle'
import { dealSumOf } from '#web/features/purchase-request/shared/deal-sum.ts'
import { toneOf } from '#web/features/purchase-request/shared/journey.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { MainLink, NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page, Section, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { useWaiting, type WaitingState } from './use-waiting.ts'
import type { Row } from './waiting.ts'
import { WaitingForYou } from './waiting-list.tsx'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 32,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)', alignItems: 'start' },
}))

const RequestLink = styled(Card)(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gap: 4,
  '& .top': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 12px',
  },
  '& h3': { ...theme.typography.h3 },
  '& h3 a': { color: 'inherit', textDecoration: 'none' },
  '& h3 a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '&:hover': { borderColor: theme.okuru.palette.border.strong },
  '& p': { fontSize: 13, color: theme.okuru.palette.font.sub },
  '& .sum': { color: theme.okuru.palette.font.main },
}))

export default function MyPage() {
  const waiting = useWaiting()
  const { account, overview } = waiting
  const rows = overview.data?.newest ?? []
  // Only the most urgent action gets the primary button.
  const ApplyLink = waiting.items.length > 0 ? QuietLink : NextLink
  const title = account?.customer?.name ? `${account.customer.name} さま` : 'マイページ'
  // All parts come at once: one that comes later would move the others.
  if (waiting.isPending)
    return (
      <Page title={title} wide>
        <Loading skeleton={<CardListSkeleton />} />
      </Page>
    )
  return (
    <Page title={title} wide>
      <Columns>
        <div>
          <Section title="次のお手続き">
            <WaitingForYou waiting={waiting} />
          </Section>
          <Section title="最近の申し込み" action={rows.length > 0 && <Link to="/requests">すべて見る</Link>}>
            <WhenShown state={overview}>
              {({ newest }) =>
                newest.length === 0 ? (
                  <Empty
                    title="最初のお申し込みをお待ちしています"
                    action={<ApplyLink to="/requests/new">買取を申し込む</ApplyLink>}
                  >
                    箱ひとつから始められます。
                  </Empty>
                ) : (
                  <Stack gap={12}>
                    {newest.map((row) => (
                      <Newest key={row.id} row={row} />
                    ))}
                  </Stack>
                )
              }
            </WhenShown>
          </Section>
        </div>
        <Section title="残高">
          <WhenShown state={overview}>{({ balance }) => <Balance balance={balance} />}</WhenShown>
          {rows.length > 0 && (
            <ApplyLink to="/requests/new" style={{ marginTop: 16 }}>
              新しく申し込む
            </ApplyLink>
          )}
        </Section>
      </Columns>
    </Page>
  )
}

function Newest({ row }: { row: Row }) {
  const sum = dealSumOf(row)
  return (
    <RequestLink>
      <div className="top">
        <h3>
          <Link to="/requests/$id" params={{ id: String(row.id) }}>
            {row.shopName} 申し込み {row.id}
          </Link>
        </h3>
        <StatusChip tone={toneOf(row.status)}>{labelOf(requestStatusLabel, row.status)}</StatusChip>
      </div>
      <p>
        {formatDateJa(tokyoDate(row.createdAt))}のお申し込み・
        {row.itemCount ? `${row.itemCount}点` : `${row.boxCount}箱`}
      </p>
      {sum && (
        <p className="sum">
          {sum.term} {sum.amount !== undefined && <Yen amount={sum.amount} size={18} />}
        </p>
      )}
      {sum?.note && <p>{sum.note}</p>}
    </RequestLink>
  )
}

type BalanceOf = NonNullable<WaitingState['overview']['data']>['balance']

function Balance({ balance }: { balance: BalanceOf }) {
  const { balance: amount, transferInProgress, autoTransferOn, obstacle } = balance
  return (
    <Card>
      <Yen amount={amount} size={32} />
      <p style={{ fontSize: 13 }}>
        {transferInProgress
          ? `お振込みの手続き中です${transferInProgress.scheduledOn ? `(${formatDateJa(transferInProgress.scheduledOn)}の予定)` : ''}。`
          : autoTransferOn && amount > 0
            ? `${formatDateJa(autoTransferOn)}に、ご登録の口座への自動のお振込みを始めます。`
            : amount > 0
              ? obstacle === 'bank_account_missing'
                ? '振込先の口座をご登録いただくと、お振込みします。'
                : 'ご登録の口座へ、いつでもお振込みします。'
              : '買取が成立すると、代金がここに入ります。'}
      </p>
      <Stack gap={8} style={{ marginTop: 16 }}>
        {amount > 0 && !transferInProgress && <MainLink to="/balance/transfer">お振込みを依頼する</MainLink>}
        <QuietLink to="/balance">入出金の明細を見る</QuietLink>
      </Stack>
    </Card>
  )
}
