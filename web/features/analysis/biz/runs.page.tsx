import { styled } from '@mui/material/styles'
import {
  analysisCalls,
  analysisEngineLabel,
  analysisFallbackLabel,
  analysisFieldLabel,
  analysisKindLabel,
} from '#contract/analysis'
import { labelOf } from '#contract/codes'
import { formatDateTimeJa } from '#contract/day'
import type { AskResult } from '#web/lib/ask.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'

type Run = AskResult<typeof analysisCalls.runs>['results'][number]

const Lines = styled('ul')({ margin: 0, padding: 0, listStyle: 'none', fontSize: 12, lineHeight: 1.6 })

/** The likeliest of each field, with what a person made of it. */
function Suggested({ run }: { run: Run }) {
  if (run.review) return <Muted>{run.review.split('\n')[0]}</Muted>
  const first = run.candidates.filter(
    (one, at) => run.candidates.findIndex(({ field }) => field === one.field) === at,
  )
  if (first.length === 0) return <Muted>読み取れませんでした</Muted>
  return (
    <Lines>
      {first.map(({ field, value, confidence }) => (
        <li key={field}>
          {labelOf(analysisFieldLabel, field)} {value} <Muted>{confidence.toFixed(2)}</Muted>
        </li>
      ))}
    </Lines>
  )
}

type Judged = { field: Run['written'][number]['field']; says: string; by: string }

/** What the article says in the end goes before what was chosen on the way. */
function judgedOf({ candidates, confirmed, written }: Run): Judged[] {
  const fields = [...new Set([...written, ...confirmed].map(({ field }) => field))]
  return fields.map((field): Judged => {
    const choice = confirmed.find((one) => one.field === field)
    const first = candidates.find((one) => one.field === field)?.value ?? choice?.suggested ?? ''
    const final = written.find((one) => one.field === field)?.value ?? choice?.chosen ?? ''
    const by = choice?.by ?? ''
    if (final === '') return { field, says: 'どれも違う', by }
    return { field, says: final === first ? `${final} 正しい` : `${final}(候補は${first || 'なし'})`, by }
  })
}

function Result({ run }: { run: Run }) {
  const judged = judgedOf(run)
  if (judged.length === 0) return <Muted>—</Muted>
  return (
    <Lines>
      {judged.map(({ field, says, by }) => (
        <li key={field}>
          {labelOf(analysisFieldLabel, field)} {says} {by && <Muted>{by}</Muted>}
        </li>
      ))}
    </Lines>
  )
}

const columns: readonly Column<Run>[] = [
  { key: 'at', header: '日時', cell: ({ askedAt }) => formatDateTimeJa(askedAt) },
  { key: 'kind', header: '種類', cell: ({ kind }) => labelOf(analysisKindLabel, kind) },
  {
    key: 'item',
    card: 'title',
    header: '商品',
    wrap: true,
    cell: ({ itemName, slug }) => itemName || slug || '—',
  },
  { key: 'found', header: '候補', wrap: true, cell: (run) => <Suggested run={run} /> },
  { key: 'confirmed', header: '結果', wrap: true, cell: (run) => <Result run={run} /> },
  {
    key: 'engine',
    header: '分析',
    wrap: true,
    cell: ({ engine, fallback, ms }) => (
      <>
        {labelOf(analysisEngineLabel, engine)} <Muted>{`${(ms / 1000).toFixed(1)}秒`}</Muted>
        {fallback && <Muted> {labelOf(analysisFallbackLabel, fallback)}</Muted>}
      </>
    ),
  },
  { key: 'by', header: '担当者', cell: ({ askedBy }) => askedBy },
]

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const noFilter = {
  kind: undefined,
  engine: undefined,
  isConfirmed: undefined,
  isFallback: undefined,
  slug: undefined,
  askedFrom: undefined,
  askedTo: undefined,
}

export default function AnalysisRunsPage() {
  const list = useList(analysisCalls.runs)
  const { filter, set } = list
  const isFiltered = Object.keys(noFilter).some(
    (name) => (filter as Record<string, unknown>)[name] !== undefined,
  )
  return (
    <RowsPage
      plain
      title="画像分析の履歴"
      label="画像分析の履歴"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      lead={
        <Muted>写真・品番・商品説明の分析と、査定で決まった内容です。写真そのものは残していません。</Muted>
      }
      filters={
        <QuickFilters
          values={list.query}
          set={set}
          fields={[
            { name: 'kind', label: '種類', options: optionsOf(analysisKindLabel) },
            { name: 'engine', label: '分析', options: optionsOf(analysisEngineLabel) },
            {
              name: 'isConfirmed',
              label: '確認',
              options: [
                { value: 'true', label: '確認済み' },
                { value: 'false', label: '未確認' },
              ],
            },
            { name: 'askedFrom', label: '日付(から)', type: 'date' },
            { name: 'askedTo', label: '日付(まで)', type: 'date' },
            { name: 'slug', label: '商品コード' },
          ]}
        />
      }
      empty={
        isFiltered ? (
          <Empty
            title="条件に合う分析はありません"
            action={<QuietButton onClick={() => set(noFilter)}>条件をすべて外す</QuietButton>}
          />
        ) : (
          <Empty title="分析はまだありません">査定で写真を足すと、ここに並びます。</Empty>
        )
      }
    />
  )
}
