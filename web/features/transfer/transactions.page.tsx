import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { transferCalls } from '#contract/transfer'
import { ask } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { BackMark, Page, Stack } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { EntryTable } from './entry-table.tsx'
import { statementCsv, sumsOf, type Transaction, yearOf, yearsOf } from './statement.ts'

const AT_ONCE = 100

/** Loads all pages: yearly sums need every entry. */
async function allTransactions(signal: AbortSignal): Promise<Transaction[]> {
  const found: Transaction[] = []
  for (;;) {
    const page = await ask(transferCalls.transactions, {
      query: { limit: AT_ONCE, offset: found.length },
      signal,
    })
    found.push(...page.results)
    if (page.results.length === 0 || found.length >= page.count) return found
  }
}

const back = (
  <Link to="/balance">
    <BackMark />
    残高
  </Link>
)

export default function TransactionsPage() {
  const entries = useQuery({
    queryKey: [...queryOf(transferCalls.transactions, { query: {} }).queryKey, 'all'],
    queryFn: ({ signal }) => allTransactions(signal),
  })
  return (
    <Page title="明細" back={back} lead="確定申告などにお使いいただけるよう、年ごとにまとめています。">
      <WhenShown state={entries} skeleton={<TableSkeleton />}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="明細はありません" action={<MainLink to="/requests">申し込みを見る</MainLink>}>
              買取が成立すると、代金がここに入ります。
            </Empty>
          ) : (
            <Statement all={all} />
          )
        }
      </WhenShown>
    </Page>
  )
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function Statement({ all }: { all: readonly Transaction[] }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const years = yearsOf(all)
  const year = years.find((known) => String(known) === String(search.year)) ?? years[0] ?? 0
  const entries = all.filter((entry) => yearOf(entry) === year)
  const sums = sumsOf(entries)
  return (
    <Stack gap={16}>
      <SelectField
        label="年"
        name="year"
        options={years.map((known) => ({ value: known, label: `${known}年` }))}
        value={year}
        onChange={(event) =>
          void navigate({ to: '.', search: { year: event.target.value }, replace: true, resetScroll: false })
        }
        style={{ maxWidth: 200 }}
      />
      <Card tight style={{ padding: '10px 18px' }}>
        <DefinitionList
          sums
          items={[
            {
              key: 'opening',
              term: `${year}年の期首残高`,
              value: <Yen amount={sums.opening} strong={false} />,
            },
            { key: 'added', term: '入金', value: <Yen amount={sums.added} strong={false} signed /> },
            { key: 'taken', term: '出金', value: <Yen amount={sums.taken} strong={false} /> },
            { key: 'closing', term: '期末残高', value: <Yen amount={sums.closing} />, total: true },
          ]}
        />
      </Card>
      <QuietButton
        startIcon={<Icon name="download" size={18} />}
        onClick={() => save(`okuru-${year}.csv`, statementCsv(entries))}
      >
        {year}年の明細をCSVで保存する({entries.length}件)
      </QuietButton>
      <Card tight style={{ padding: '0 16px 4px' }}>
        <EntryTable entries={entries} caption={`${year}年の明細`} />
      </Card>
    </Stack>
  )
}
