import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { salesChannel } from '#contract/codes'
import { saleCalls, saleSourceLabel, soldChannels } from '#contract/sale'
import { ScanField } from '#web/features/custody/shared/scan-field.tsx'
import { FigureFilters } from '#web/features/insight/shared/biz/figure-filters.tsx'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { CodeSearchNote, searchesCodes } from '#web/ui/code-search-note.tsx'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { useScans } from '#web/ui/use-scans.ts'
import { ReturnDialog } from './return-dialog.tsx'
import { saleColumns } from './sale-columns.tsx'
import { SaleDialog } from './sale-dialog.tsx'
import { SaleImport } from './sale-import.tsx'
import type { ArticleForSale, Sale } from './sale-words.ts'

type Open =
  | { what: 'sale'; article: ArticleForSale }
  | { what: 'return'; sale: Sale }
  | { what: 'file' }
  | undefined

const tabs = [
  { value: 'all', label: 'すべて' },
  { value: 'standing', label: '販売済み' },
  { value: 'returned', label: '返品' },
] as const
type Tab = (typeof tabs)[number]['value']

const tabOf = (isReturned: boolean | undefined): Tab =>
  isReturned === undefined ? 'all' : isReturned ? 'returned' : 'standing'

export default function SalesPage() {
  const list = useList(saleCalls.list)
  const [open, setOpen] = useState<Open>()
  const scanned = useScannedArticle((article) => setOpen({ what: 'sale', article }))
  const close = () => setOpen(undefined)
  const codes = useCallWithPrevious(saleCalls.codes, { query: list.filter }, searchesCodes(list.query.q))
  return (
    <RowsPage<Sale, number, Tab>
      name="sales"
      title="販売"
      label="販売の一覧"
      columns={saleColumns((sale) => setOpen({ what: 'return', sale }))}
      list={list}
      rowKey={({ id }) => id}
      tabs={tabs}
      tab={tabOf(list.query.isReturned)}
      searchOfTab={(tab) => ({ is_returned: tab === 'all' ? undefined : tab === 'returned' })}
      actions={<Actions filter={list.filter} onFile={() => setOpen({ what: 'file' })} />}
      filters={<Filters list={list} />}
      lead={
        <>
          <ScanField
            label="売れた商品のコードを読み取ると、販売を記録できます"
            placeholder="商品コード / 10050-3"
            button="記録する"
            onCode={scanned.take}
          />
          <div aria-live="assertive">
            {scanned.problem && (
              <Notice
                tone="late"
                role="alert"
                title={scanned.problem.title}
                actions={scanned.problem.article && <ArticleLink {...scanned.problem.article} />}
              >
                {scanned.problem.detail}
              </Notice>
            )}
          </div>
          <CodeSearchNote
            q={list.search.q}
            missing={codes.isPlaceholderData ? undefined : codes.data?.missing}
          />
        </>
      }
      empty={
        <Empty title="販売の記録はありません">
          売れた商品のコードを読み取るか、ファイルを取り込むと、ここに並びます。
        </Empty>
      }
    >
      {open?.what === 'sale' && <SaleDialog key={open.article.slug} article={open.article} onClose={close} />}
      {open?.what === 'return' && <ReturnDialog sale={open.sale} onClose={close} />}
      {open?.what === 'file' && <SaleImport onClose={close} />}
    </RowsPage>
  )
}

type Problem = { title: string; detail: string; article?: Pick<ArticleForSale, 'request' | 'slug'> }

/** Where a hold, a return or whatever else stands in the way is shown. */
const ArticleLink = ({ request, slug }: Pick<ArticleForSale, 'request' | 'slug'>) => (
  <Link to="/biz/bench/$id" params={{ id: String(request) }} search={{ item: slug }}>
    商品をひらく
  </Link>
)

/** Of a scan, of a code typed by hand, and of the address, to which the page of an article leads. */
function useScannedArticle(onArticle: (article: ArticleForSale) => void) {
  const [problem, setProblem] = useState<Problem>()
  const take = async (code: string) => {
    setProblem(undefined)
    try {
      const article = await ask(saleCalls.article, { params: { code: code.trim() } })
      if (article.problem === '') onArticle(article)
      else
        setProblem({
          title: `${article.request}-${article.seq}は記録できません`,
          detail: article.problem,
          article,
        })
    } catch (error) {
      setProblem({
        title: `「${code}」の商品を開けません`,
        detail: `${sentenceFor(error)} 商品のコードか、10050-3 の形の番号をお確かめください。`,
      })
    }
  }
  useScans(({ code, kind }) => {
    if (kind !== 'item' && kind !== 'item_number') return false
    return take(code)
  })
  useArticleOfAddress(take)
  return { take, problem }
}

function useArticleOfAddress(take: (code: string) => unknown) {
  const { record } = useSearch({ strict: false }) as { record?: unknown }
  const navigate = useNavigate()
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (typeof record !== 'string' || record === '') return
    void latest.current(record)
    void navigate({ to: '.', search: {}, replace: true })
  }, [record, navigate])
}

function Actions({ filter, onFile }: { filter: Record<string, unknown>; onFile: () => void }) {
  const isAdmin = useStaff()?.isAdmin === true
  const load = (options: FileOptions) => ask(saleCalls.csv, { query: filter, ...options })
  return (
    <>
      <QuietButton onClick={onFile}>ファイルから記録する</QuietButton>
      {isAdmin && <CsvButton name="販売" load={load} />}
    </>
  )
}

type List = ReturnType<typeof useList<typeof saleCalls.list>>

function Filters({ list }: { list: List }) {
  const { query, set } = list
  const shops = useStaff()?.company.shops ?? []
  const first = list.read.data?.results[0]
  return (
    <>
      <FigureFilters
        query={query}
        set={set}
        nameOf={(name, value) =>
          value === 0
            ? undefined
            : name === 'brand'
              ? first?.brandName
              : name === 'category'
                ? first?.categoryName
                : undefined
        }
      />
      <QuickFilters
        values={{
          ...query,
          salesChannel: query.salesChannel === undefined ? undefined : String(query.salesChannel),
          shop: query.shop === undefined ? undefined : String(query.shop),
        }}
        set={set}
        fields={[
          { name: 'q', label: '番号・コード・商品・注文番号', pasted: ' ' },
          {
            name: 'salesChannel',
            label: '販路',
            options: soldChannels.map((value) => ({ value: String(value), label: salesChannel[value] })),
          },
          {
            name: 'source',
            label: '記録',
            options: Object.entries(saleSourceLabel).map(([value, label]) => ({ value, label })),
          },
          { name: 'soldFrom', label: '販売日(から)', type: 'date' },
          { name: 'soldTo', label: '販売日(まで)', type: 'date' },
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
      />
    </>
  )
}
