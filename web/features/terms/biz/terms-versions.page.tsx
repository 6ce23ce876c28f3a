import { Link, useNavigate } from '@tanstack/react-router'
import { formatDateJa, formatDateTimeJa } from '#contract/day'
import { setupCalls } from '#contract/setup'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { ReadTable } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type TermsVersion, termsStates } from './terms-words.ts'

const columns: readonly Column<TermsVersion>[] = [
  {
    key: 'version',
    header: '版',
    cell: ({ version }) => (
      <Link to="/biz/terms/$version" params={{ version }}>
        {version}
      </Link>
    ),
  },
  {
    key: 'state',
    card: 'chip',
    header: '状況',
    cell: ({ state }) => <StatusChip tone={termsStates[state].tone}>{termsStates[state].label}</StatusChip>,
  },
  { key: 'effectiveOn', header: '適用の開始', cell: ({ effectiveOn }) => formatDateJa(effectiveOn) },
  {
    key: 'publishedAt',
    header: '公開した日時',
    cell: ({ publishedAt }) => (publishedAt ? formatDateTimeJa(publishedAt) : '—'),
  },
  { key: 'publishedBy', header: '公開した人', cell: ({ publishedBy }) => publishedBy || '—' },
]

export default function TermsVersionsPage() {
  const navigate = useNavigate()
  const read = useCall(setupCalls.terms)
  const mayEdit = useStaff()?.isAdmin === true
  const publish = mayEdit && <NextLink to="/biz/terms/new">新しい版を公開する</NextLink>
  const isNone = read.data?.length === 0
  const isWithout = read.data && !isNone && !read.data.some(({ state }) => state === 'current')
  return (
    <ListPage title="利用規約" actions={!isNone && publish}>
      {isWithout && (
        <Notice tone="wait" title="適用中の利用規約がありません">
          最初の版が始まるまで、お客さまはお申し込みになれません。
        </Notice>
      )}
      <ReadTable
        read={read}
        label="利用規約の版"
        columns={columns}
        rows={read.data}
        rowKey={({ version }) => version}
        onOpen={({ version }) => navigate({ to: '/biz/terms/$version', params: { version } })}
        empty={
          <Empty title="利用規約はまだありません" action={publish}>
            お客さまは、適用中の利用規約に同意してお申し込みになります。最初の版を公開してください。
          </Empty>
        }
      />
    </ListPage>
  )
}
