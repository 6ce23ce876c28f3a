import { type GoodsProblemKind, type goodsFileCalls, goodsProblemLabel } from '#contract/goods-file'
import { formatCount } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Muted } from '#web/ui/page.tsx'
import { ArticleLink, ColumnName, clipped } from './goods-article.tsx'

export type Found = AskResult<typeof goodsFileCalls.check>
type Problem = Found['problems'][number] & { key: number }

const columns: readonly Column<Problem>[] = [
  { key: 'line', card: 'lead', header: '行', align: 'end', cell: ({ line }) => formatCount(line) },
  {
    key: 'article',
    card: 'title',
    header: '商品',
    cell: ({ slug, title }) => (slug ? <ArticleLink slug={slug} title={title} /> : '列の名前'),
  },
  { key: 'column', header: '列', cell: ColumnName },
  {
    key: 'problem',
    header: '直すところ',
    cell: ({ problem, characters }) =>
      `${goodsProblemLabel[problem as GoodsProblemKind]}${characters.length > 0 ? ` ${characters.join(' ')}` : ''}`,
  },
  {
    key: 'text',
    header: '今',
    cell: ({ problem, text }) => (problem === 'missing' ? <Muted>未入力</Muted> : clipped(text) || '—'),
  },
  {
    key: 'suggestion',
    header: '案',
    cell: ({ problem, label, suggestion }) =>
      problem === 'missing' ? `${label}を入れてください` : clipped(suggestion) || '文を直してください',
  },
]

/** What the format does not take, each with its article. */
export const GoodsProblems = ({ found }: { found: Found }) => (
  <div style={{ maxHeight: 320, overflow: 'auto' }}>
    <DataTable
      label="直すところ"
      columns={columns}
      rows={found.problems.map((problem, key) => ({ ...problem, key }))}
      rowKey={({ key }) => key}
    />
    {found.problemCount > found.problems.length && (
      <Muted>{`はじめの${formatCount(found.problems.length)}か所です。`}</Muted>
    )}
  </div>
)
