import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { labelOf, salesChannel } from '#contract/codes'
import { itemStatus as I } from '#contract/lifecycle'
import { productProblemLabel, productStageLabel } from '#contract/product'
import { productizationCalls } from '#contract/productization'
import { FigureFilters } from '#web/features/insight/shared/biz/figure-filters.tsx'
import { ask } from '#web/lib/ask.ts'
import { onlyHit } from '#web/lib/only-hit.ts'
import { useCall, useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { CodeSearchNote, searchesCodes } from '#web/ui/code-search-note.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { KeptImage } from '#web/ui/kept-image.tsx'
import type { CountedRows } from '#web/ui/pagination.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { PhotoPlaceholder } from '#web/ui/photo-placeholder.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { choiceColumn, useRowChoice } from '#web/ui/row-choice.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { ChannelCostsDialog } from './channel-costs-dialog.tsx'
import { Completeness } from './completeness.tsx'
import { GoodsFiles } from './goods-files.tsx'
import { ProductBulk } from './product-bulk.tsx'
import { accountOf } from './product-facts.ts'
import { type ChannelCosts, channels, type ProductRow, UNDECIDED } from './product-types.ts'
import { useProductList } from './use-product-list.ts'

const columnsWith = (costs: ChannelCosts | undefined): readonly Column<ProductRow>[] => [
  {
    key: 'photo',
    label: '写真',
    header: '写真',
    card: 'title',
    width: 56,
    cell: ({ thumbnailUrl }) => (
      <PhotoFrame
        style={{ display: 'inline-grid', width: 32, height: 36, borderRadius: 5, verticalAlign: 'middle' }}
      >
        {thumbnailUrl ? <KeptImage src={thumbnailUrl} alt="" /> : <PhotoPlaceholder size={18} />}
      </PhotoFrame>
    ),
  },
  {
    key: 'code',
    card: 'title',
    header: '番号',
    sortBy: 'id',
    cell: ({ request, seq, slug }) => (
      <Link to="/biz/productization/$slug" params={{ slug }} search={(before) => before}>
        {`${request}-${seq}`}
      </Link>
    ),
  },
  {
    key: 'article',
    label: '商品',
    card: 'title',
    header: '商品',
    width: 200,
    wrap: true,
    cell: (row) => (
      <>
        <b style={{ display: 'block', whiteSpace: 'nowrap' }}>{row.brandName || '—'}</b>
        {row.name || row.categoryName}
      </>
    ),
  },
  { key: 'stage', card: 'chip', header: '作業', cell: (row) => <Stage row={row} /> },
  {
    key: 'completeness',
    header: '完成度',
    sortBy: 'completeness',
    width: 96,
    cell: ({ completeness }) => <Completeness value={completeness} />,
  },
  {
    key: 'missing',
    header: '足りないもの',
    wrap: true,
    cell: ({ missing }) => missing.map((problem) => labelOf(productProblemLabel, problem)).join('・') || '—',
  },
  {
    key: 'waiting',
    header: '待ち',
    align: 'end',
    sortBy: 'purchased_at',
    cell: (row) => (isDone(row) ? '—' : <Waiting row={row} />),
  },
  {
    key: 'price',
    header: '買取額',
    align: 'end',
    sortBy: 'price',
    cell: (row) => <Yen amount={row.price} strong={false} />,
  },
  { key: 'margin', header: '粗利', align: 'end', cell: (row) => marginText(row, costs) },
  { key: 'channel', header: '販路', cell: (row) => channelText(row.salesChannel) },
  { key: 'shop', header: '店舗', cell: (row) => row.shopName },
  {
    key: 'selling',
    header: '販売価格',
    align: 'money',
    sortBy: 'selling_price',
    cell: (row) => <Yen amount={row.sellingPrice} />,
  },
]

const channelText = (channel: number) => (channel === UNDECIDED ? '—' : labelOf(salesChannel, channel))

function Stage({ row }: { row: ProductRow }) {
  if (row.isSold) return <StatusChip tone="gray">販売済み</StatusChip>
  if (row.isHeld) return <StatusChip tone="late">保留中</StatusChip>
  if (row.status === I.PRODUCTIZED) return <StatusChip tone="ok">商品化完了</StatusChip>
  return (
    <StatusChip tone={row.stage === 'ready' ? 'plain' : 'wait'}>
      {labelOf(productStageLabel, row.stage)}
    </StatusChip>
  )
}

const isDone = ({ status, isSold }: ProductRow) => isSold || status === I.PRODUCTIZED

function Waiting({ row: { isLate, waitingDays } }: { row: ProductRow }) {
  if (!isLate) return <>{`${waitingDays}日`}</>
  return (
    <StatusChip tone="late" title="遅れています">
      {`${waitingDays}日`}
    </StatusChip>
  )
}

function marginText(row: ProductRow, costs: ChannelCosts | undefined) {
  const margin = accountOf(row, costs)
  if (!margin) return '—'
  return (
    <span style={{ whiteSpace: 'nowrap' }} title={margin.isBelow ? '下限を下回っています' : undefined}>
      <Yen amount={margin.profit} strong={false} /> {`(${(margin.permille / 10).toFixed(1)}%)`}
    </span>
  )
}

const stages = ['photo', 'measure', 'text', 'ready'] as const
type Tab = 'open' | (typeof stages)[number] | 'done' | 'sold'

const searches: Readonly<Record<Tab, Record<string, unknown>>> = {
  open: {},
  photo: { stage: 'photo' },
  measure: { stage: 'measure' },
  text: { stage: 'text' },
  ready: { stage: 'ready' },
  done: { status: I.PRODUCTIZED, is_sold: false },
  sold: { is_sold: true },
}
const blank = {
  q: undefined,
  stage: undefined,
  status: undefined,
  is_sold: undefined,
  is_finished: undefined,
}

const countOf = (rows: CountedRows | undefined) => ({
  count: rows?.count,
  isLimited: rows?.isCountLimited,
})

function useStageTabs(shop: number | undefined): readonly TabItem<Tab>[] {
  const { data: counts } = useCall(productizationCalls.counts, { query: { shop } })
  const done = useCall(productizationCalls.list, {
    query: { shop, status: I.PRODUCTIZED, isSold: false, size: 1 },
  }).data
  const sold = useCall(productizationCalls.list, { query: { shop, isSold: true, size: 1 } }).data
  const of = (stage: string) => counts?.stages.find((one) => one.stage === stage)
  return [
    { value: 'open', label: '商品化待ち', count: counts?.stages.reduce((sum, { n }) => sum + n, 0) },
    ...stages.map((stage) => ({ value: stage, label: productStageLabel[stage], count: of(stage)?.n })),
    { value: 'done', label: '商品化完了', ...countOf(done) },
    { value: 'sold', label: '販売済み', ...countOf(sold) },
  ]
}

const text = (value: unknown) => (value === undefined ? undefined : String(value))

export default function ProductizationPage() {
  const list = useProductList()
  const navigate = useNavigate()
  const staff = useStaff()
  const [isSetting, setSetting] = useState(false)
  const { query } = list
  const tabs = useStageTabs(query.shop)
  const { data: costs } = useCall(productizationCalls.channelCosts)
  const rows = list.read.data?.results ?? []
  const { choice, current, setCurrent } = useChoice(rows, list.filter)
  const codes = useCallWithPrevious(productizationCalls.codes, { query: list.filter }, searchesCodes(query.q))
  const open = ({ slug }: ProductRow) =>
    navigate({ to: '/biz/productization/$slug', params: { slug }, search: (before) => before })
  const shops = staff?.company.shops ?? []
  return (
    <RowsPage<ProductRow, string, Tab>
      name="products"
      title="商品化"
      label="商品化の一覧"
      columns={[choiceColumn(choice), ...columnsWith(costs)]}
      list={list}
      rowKey={({ slug }) => slug}
      selected={current ?? null}
      onSelect={setCurrent}
      onOpen={open}
      tabs={tabs}
      tab={tabOf(query)}
      searchOfTab={(tab) => ({ ...blank, ...searches[tab] })}
      actions={
        <>
          {staff?.isAdmin && <QuietButton onClick={() => setSetting(true)}>販路ごとの費用</QuietButton>}
          <GoodsFiles filter={list.filter} />
        </>
      }
      filters={
        <>
          <FigureFilters
            query={query}
            set={list.set}
            nameOf={(name, value) =>
              value === 0 ? undefined : name === 'brand' ? rows[0]?.brandName : rows[0]?.categoryName
            }
          />
          <QuickFilters
            values={{
              q: query.q,
              isLate: text(query.isLate),
              salesChannel: text(query.salesChannel),
              shop: text(query.shop),
            }}
            set={list.set}
            fields={[
              { name: 'q', label: '番号・コード・商品', pasted: ' ' },
              { name: 'isLate', label: '遅れ', options: [{ value: 'true', label: '遅れだけ' }] },
              {
                name: 'salesChannel',
                label: '販路',
                options: [
                  ...channels.map(({ value, label }) => ({ value: String(value), label })),
                  { value: String(UNDECIDED), label: '未定' },
                ],
              },
              ...(shops.length > 1
                ? [
                    {
                      name: 'shop',
                      label: '店舗',
                      options: shops.map(({ id, name }) => ({ value: String(id), label: name })),
                    },
                  ]
                : []),
            ]}
            onSearch={async ({ q }) => {
              const only = await onlyHit(q, (words) =>
                ask(productizationCalls.list, { query: { q: words, size: 2 } }),
              )
              if (only) await open(only)
              return only !== undefined
            }}
          />
        </>
      }
      lead={
        <CodeSearchNote
          q={list.search.q}
          missing={codes.isPlaceholderData ? undefined : codes.data?.missing}
        />
      }
      empty={
        Object.keys(list.search).length > 0 ? (
          <Empty title="条件に合う商品はありません" />
        ) : (
          <Empty title="商品化を待つ商品はありません">買取が成立すると、ここに並びます。</Empty>
        )
      }
    >
      <ProductBulk
        picked={choice.picked}
        total={list.read.data?.count ?? 0}
        filter={list.filter}
        onAll={choice.pick}
        onClear={choice.clear}
      />
      {isSetting && <ChannelCostsDialog costs={costs ?? []} onClose={() => setSetting(false)} />}
    </RowsPage>
  )
}

function useChoice(rows: readonly ProductRow[], { ordering: _, ...narrowed }: { ordering?: unknown }) {
  const [current, setCurrent] = useState<string>()
  const choice = useRowChoice({
    rows,
    rowKey: ({ slug }) => slug,
    nameOf: ({ request, seq }) => `商品${request}-${seq}`,
    current,
    onCurrent: setCurrent,
    within: JSON.stringify(narrowed),
  })
  return { choice, current, setCurrent }
}

/** Undefined for a search, which looks at all that was bought. */
function tabOf(query: {
  stage?: (typeof stages)[number] | undefined
  status?: number | undefined
  isSold?: boolean | undefined
  isFinished?: boolean | undefined
  q?: string | undefined
}): Tab | undefined {
  if (query.stage) return query.stage
  if (query.isSold) return 'sold'
  if (query.status === I.PRODUCTIZED) return 'done'
  return query.q === undefined && query.isFinished === undefined ? 'open' : undefined
}
