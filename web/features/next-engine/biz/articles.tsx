import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { labelOf } from '#contract/codes'
import type { Tone } from '#contract/lifecycle'
import { type NextEngineGoodsState, nextEngineCalls, nextEngineGoodsStateLabel } from '#contract/next-engine'
import type { AskResult } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { notify } from '#web/ui/notify.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { NextEngineFrame } from './next-engine.page.tsx'

type Article = AskResult<typeof nextEngineCalls.goods>['results'][number]

const toneOf: Readonly<Record<NextEngineGoodsState, Tone>> = {
  waiting: 'wait',
  sent: 'wait',
  listed: 'ok',
  failed: 'late',
  withdrawn: 'gray',
  sold: 'plain',
}

const toItem = ({ request, slug }: Article) =>
  ({ to: '/biz/bench/$id', params: { id: String(request) }, search: { item: slug } }) as const

function State({ row: { state, isDue } }: { row: Article }) {
  return (
    <>
      <StatusChip tone={toneOf[state]}>{labelOf(nextEngineGoodsStateLabel, state)}</StatusChip>
      {isDue && state !== 'waiting' && <StatusChip tone="wait">変更の送信待ち</StatusChip>}
    </>
  )
}

function Remarks({ row: { error, replaced } }: { row: Article }) {
  return (
    <div style={{ minWidth: 220, maxWidth: 520, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {error}
      {replaced !== '' && <p style={{ fontSize: 12 }}>{replaced}</p>}
    </div>
  )
}

function Again({ id }: Pick<Article, 'id'>) {
  const retry = useRetry()
  return (
    <QuietButton size="small" onClick={() => void retry.send([id])} pending={retry.isPending}>
      もう一度送る
    </QuietButton>
  )
}

function useRetry() {
  const retry = useMutationOf(nextEngineCalls.retry)
  const send = (ids?: number[]) =>
    retry.mutateAsync({ body: ids ? { ids } : {} }).then(
      ({ queued }) =>
        notify.done(queued === 0 ? 'もう一度送る商品はありません。' : `${queued}点をもう一度送ります。`),
      (error: unknown) => notify.failed(sentenceFor(error)),
    )
  return { send, isPending: retry.isPending }
}

const columns: readonly Column<Article>[] = [
  {
    key: 'item',
    card: 'title',
    header: '商品',
    wrap: true,
    cell: (row) => (
      <Link {...toItem(row)}>{[row.brandName, row.name].filter(Boolean).join(' ') || row.slug}</Link>
    ),
  },
  { key: 'code', header: '商品コード', cell: ({ goodsId }) => goodsId },
  { key: 'state', card: 'chip', header: '状況', cell: (row) => <State row={row} /> },
  {
    key: 'remarks',
    card: 'text',
    header: 'エラー・お知らせ',
    cell: (row) => (row.error !== '' || row.replaced !== '') && <Remarks row={row} />,
  },
  { key: 'price', header: '販売価格', align: 'money', cell: (row) => <Yen amount={row.sellingPrice} /> },
  { key: 'changed', header: '更新', cell: ({ changedAt }) => (changedAt ? shortDateTime(changedAt) : '—') },
  { key: 'shop', header: '店舗', cell: ({ shopName }) => shopName },
  {
    key: 'act',
    card: 'act',
    header: '',
    label: '操作',
    cell: ({ id, state }) => state === 'failed' && <Again id={id} />,
  },
]

type Props = { frame: NextEngineFrame; lead: ReactNode; failed: number; isJoined: boolean }

export function Articles({ frame, lead, failed, isJoined }: Props) {
  const list = useList(nextEngineCalls.goods, { size: 50 })
  const navigate = useNavigate()
  const retry = useRetry()
  const { query } = list
  const isNarrowed = query.state !== undefined || query.batch !== undefined
  return (
    <RowsPage
      {...frame}
      label="ネクストエンジンの商品"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      onOpen={(row) => navigate(toItem(row))}
      lead={lead}
      filters={
        <QuickFilters
          values={{ state: query.state, batch: query.batch === undefined ? undefined : String(query.batch) }}
          set={list.set}
          fields={[
            {
              name: 'state',
              label: '状況',
              options: Object.entries(nextEngineGoodsStateLabel).map(([value, label]) => ({ value, label })),
            },
            ...(query.batch === undefined ? [] : [{ name: 'batch', label: '送信の番号' }]),
          ]}
        />
      }
      actions={
        failed > 0 && (
          <MainButton onClick={() => void retry.send()} pending={retry.isPending}>
            エラーの{failed}点をもう一度送る
          </MainButton>
        )
      }
      empty={
        <Empty
          title={isNarrowed ? '条件に合う商品はありません' : '送った商品はまだありません'}
          action={<QuietLink to="/biz/productization">商品化を見る</QuietLink>}
        >
          {!isNarrowed &&
            (isJoined
              ? '商品化が終わり、販売価格の決まった商品から、1点ずつ在庫1で送ります。価格の変更や取り下げも、数分で反映します。'
              : 'ネクストエンジンと接続すると、商品化の終わった商品がここに並びます。')}
        </Empty>
      }
    />
  )
}
