import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import {
  type ActivityGroup,
  type ActivityObject,
  activityCalls,
  activityGroupLabel,
  activityObjectLabel,
  mostActivities,
} from '#contract/activity'
import { formatDateTimeJa } from '#contract/day'
import { formatCount } from '#contract/text'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'

type Activity = AskResult<typeof activityCalls.list>['results'][number]

const whoOf = ({ who }: Activity): string =>
  ({ own: who.name || '—', house: '運営', system: '自動処理' })[who.kind]

/** The page about an object, where this reader has one. */
function ObjectLink({ object, isHouse }: { object: Activity['object']; isHouse: boolean }) {
  const { type, id, label, request, shop } = object
  if (!id) return <>{label || '—'}</>
  if (isHouse) {
    if (type === 'payout_batch')
      return (
        <Link to="/biz/payouts/$id" params={{ id }}>
          {label}
        </Link>
      )
    if (type === 'company')
      return (
        <Link to="/biz/companies/$id" params={{ id }}>
          {label}
        </Link>
      )
    if (type === 'store_look')
      return (
        <Link to="/biz/stores/$key" params={{ key: id }}>
          {label}
        </Link>
      )
    if (type === 'terms')
      return (
        <Link to="/biz/terms/$version" params={{ version: id }}>
          {label}
        </Link>
      )
    return <>{label}</>
  }
  if (type === 'request')
    return (
      <Link to="/biz/requests/$id" params={{ id }}>
        {label}
      </Link>
    )
  if (type === 'item' && request !== null)
    return (
      <Link to="/biz/requests/$id" params={{ id: String(request) }}>
        {label}
      </Link>
    )
  if (type === 'customer' && shop !== null)
    return (
      <Link to="/biz/customers/$shop/$id" params={{ shop: String(shop), id }}>
        {label}
      </Link>
    )
  return <>{label}</>
}

const Lines = styled('dl')(({ theme }) => ({
  margin: 0,
  display: 'grid',
  gap: 2,
  fontSize: 12,
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
  '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: 8 },
  '& dt': { color: theme.okuru.palette.font.sub },
  '& dd': { margin: 0 },
  '& del': { color: theme.okuru.palette.font.sub },
}))

function What({ row }: { row: Activity }) {
  const { changes, facts, lacksValues } = row
  return (
    <>
      <Lines>
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <del>{before}</del> → <b>{after}</b>
            </dd>
          </div>
        ))}
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </Lines>
      {lacksValues && <Muted style={{ fontSize: 12 }}>変える前の内容は記録されていません</Muted>}
    </>
  )
}

const columnsFor = (isHouse: boolean): readonly Column<Activity>[] => [
  { key: 'at', header: '日時', cell: ({ at }) => formatDateTimeJa(at) },
  { key: 'who', header: '担当者', cell: whoOf },
  { key: 'label', card: 'title', header: '操作', wrap: true, cell: ({ label }) => label },
  {
    key: 'object',
    header: '対象',
    wrap: true,
    cell: ({ object }) => <ObjectLink object={object} isHouse={isHouse} />,
  },
  {
    key: 'what',
    card: 'text',
    header: '内容(変更前 → 変更後)',
    wrap: true,
    cell: (row) => (row.changes.length + row.facts.length > 0 ? <What row={row} /> : '—'),
  },
]

const options = (labels: Readonly<Record<string, string>>, wanted: readonly string[]) =>
  wanted.flatMap((value) => (labels[value] ? [{ value, label: labels[value] }] : []))

const inBoth = ['account', 'second_factor', 'business_user', 'company', 'shop', 'brand', 'activity'] as const
const groupsOf: Readonly<Record<'dealer' | 'house', readonly ActivityGroup[]>> = {
  dealer: [
    ...(['request', 'item', 'deal', 'hold', 'customer', 'bank_account', 'identification'] as const),
    ...([
      'identity_review',
      'ledger',
      'stolen_notice',
      'carrier_label',
      'amount',
      'insight',
      'saved_view',
    ] as const),
    ...inBoth,
  ],
  house: [
    ...(['payout', 'transfer', 'book', 'catalogue', 'announcement', 'terms', 'store_look'] as const),
    ...inBoth,
  ],
}
const objectsOf: Readonly<Record<'dealer' | 'house', readonly ActivityObject[]>> = {
  dealer: [
    'request',
    'item',
    'customer',
    'antique_ledger',
    'business_user',
    'account',
    'company',
    'shop',
    'brand',
  ],
  house: [
    ...([
      'payout_batch',
      'payout_originator',
      'transfer',
      'book',
      'company',
      'shop',
      'business_user',
    ] as const),
    ...(['account', 'brand', 'announcement', 'terms', 'store_look'] as const),
  ],
}

function Filters({ list, isHouse }: { list: ReturnType<typeof useTrail>; isHouse: boolean }) {
  const people = useCall(activityCalls.people)
  const side = isHouse ? 'house' : 'dealer'
  return (
    <QuickFilters
      values={list.query}
      set={list.set}
      fields={[
        {
          name: 'person',
          label: '担当者',
          options: (people.data ?? []).map(({ id, name, isActive }) => ({
            value: String(id),
            label: isActive ? name : `${name}(停止)`,
          })),
        },
        { name: 'group', label: '操作の種類', options: options(activityGroupLabel, groupsOf[side]) },
        { name: 'object', label: '対象', options: options(activityObjectLabel, objectsOf[side]) },
        { name: 'dateFrom', label: '日付(から)', type: 'date' },
        { name: 'dateTo', label: '日付(まで)', type: 'date' },
        { name: 'q', label: isHouse ? '番号' : '番号(商品は 10050-3 の形)' },
      ]}
    />
  )
}

const useTrail = () => useList(activityCalls.list)
const noFilter = {
  person: undefined,
  group: undefined,
  object: undefined,
  dateFrom: undefined,
  dateTo: undefined,
  q: undefined,
}

export default function AuditPage() {
  const list = useTrail()
  const isHouse = useStaff()?.company.isOperator ?? false
  const { filter, set, read } = list
  const isFiltered = Object.keys(noFilter).some(
    (name) => (filter as Record<string, unknown>)[name] !== undefined,
  )
  return (
    <RowsPage
      plain
      name="audit"
      title="操作の記録"
      label="操作の記録"
      columns={columnsFor(isHouse)}
      list={list}
      rowKey={({ id }) => id}
      actions={
        <PersonalCsvButton
          name="操作の記録"
          load={(fileOptions) => ask(activityCalls.csv, { query: filter, ...fileOptions })}
        />
      }
      filters={<Filters list={list} isHouse={isHouse} />}
      lead={
        <Muted>
          会社の担当者の操作と、会社・店舗・担当者に対する運営の操作です。記録は書き換えられません。CSVの保存もここに残ります。
          {read.data?.count === mostActivities &&
            ` 新しい${formatCount(mostActivities)}件を表示しています。それより前は、日付で絞るか、CSVでご覧ください。`}
        </Muted>
      }
      empty={
        isFiltered ? (
          <Empty
            title="条件に合う操作はありません"
            action={<QuietButton onClick={() => set(noFilter)}>条件をすべて外す</QuietButton>}
          />
        ) : (
          <Empty title="操作の記録はまだありません">担当者が仕事を始めると、ここに並びます。</Empty>
        )
      }
    />
  )
}
