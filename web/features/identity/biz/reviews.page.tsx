import { Link, useNavigate } from '@tanstack/react-router'
import { labelOf } from '#contract/codes'
import { identityCalls } from '#contract/identity'
import { identityDocumentLabel } from '#contract/identity-paper'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

type Review = AskResult<typeof identityCalls.reviews>['results'][number]

const tabs = [
  { value: 'waiting', label: '確認待ち' },
  { value: 'returned', label: '撮り直しを依頼中' },
  { value: 'approved', label: '承認済み' },
] as const
type Tab = (typeof tabs)[number]['value']

const toReview = ({ id }: Review) => ({ to: '/biz/identity/$id', params: { id: String(id) } }) as const

const hasMarks = ({ isLate, isAwaited, openedBy }: Review): boolean => isLate || isAwaited || openedBy !== ''

const Marks = ({ review }: { review: Review }) => (
  <Row gap={6}>
    {review.isLate && <StatusChip tone="late">約束の時刻を過ぎました</StatusChip>}
    {review.isAwaited && <StatusChip tone="wait">契約が待っています</StatusChip>}
    {review.openedBy && <Muted>{review.openedBy}さんが開いています</Muted>}
  </Row>
)

const first: readonly Column<Review>[] = [
  {
    key: 'customer',
    header: 'お客さま',
    cell: (review) => <Link {...toReview(review)}>{review.customerName}</Link>,
  },
  { key: 'document', header: '書類', cell: ({ document }) => labelOf(identityDocumentLabel, document) },
  { key: 'submitted', header: '提出', cell: ({ submittedAt }) => shortDateTime(submittedAt) },
]

const columnsOf: Readonly<Record<Tab, readonly Column<Review>[]>> = {
  waiting: [
    ...first,
    { key: 'until', header: 'お約束', cell: ({ reviewBy }) => `${shortDateTime(reviewBy)}まで` },
    {
      key: 'marks',
      card: 'text',
      header: '状況',
      cell: (review) => hasMarks(review) && <Marks review={review} />,
    },
  ],
  returned: [
    ...first,
    {
      key: 'decided',
      header: '依頼',
      cell: ({ decidedAt, decidedBy }) => `${decidedAt ? shortDateTime(decidedAt) : ''} ${decidedBy}`,
    },
  ],
  approved: [
    ...first,
    {
      key: 'decided',
      header: '承認',
      cell: ({ decidedAt, decidedBy }) => `${decidedAt ? shortDateTime(decidedAt) : ''} ${decidedBy}`,
    },
  ],
}

const emptyTitle: Readonly<Record<Tab, string>> = {
  waiting: '確認を待つ本人確認はありません',
  returned: '撮り直しを待つ本人確認はありません',
  approved: '承認した本人確認はありません',
}

export default function ReviewsPage() {
  const list = useList(identityCalls.reviews, { size: 20 })
  const navigate = useNavigate()
  const tab = ((list.query as { state?: Tab }).state ?? 'waiting') satisfies Tab
  return (
    <RowsPage<Review, number, Tab>
      title="本人確認"
      label={`本人確認: ${tabs.find(({ value }) => value === tab)?.label}`}
      columns={columnsOf[tab]}
      list={list}
      rowKey={({ id }) => id}
      plain
      onOpen={(review) => navigate(toReview(review))}
      tabs={tabs}
      tab={tab}
      searchOfTab={(state) => ({ state: state === 'waiting' ? undefined : state })}
      empty={
        <Empty title={emptyTitle[tab]} action={<QuietLink to="/biz/customers">お客さまを見る</QuietLink>} />
      }
    />
  )
}
