import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { transferCalls } from '#contract/transfer'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { CsvButton, PdfButton } from '#web/ui/csv-button.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { BackMark, Page, Row, Stack } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { EntryTable } from './entry-table.tsx'

type YearStatement = AskResult<typeof transferCalls.statement>

const back = (
  <Link to="/balance">
    <BackMark />
    残高
  </Link>
)

/** The year in the address; anything else is the newest one. */
function yearIn(search: Record<string, unknown>): number | undefined {
  const text = String(search.year)
  return /^2\d{3}$/.test(text) ? Number(text) : undefined
}

export default function TransactionsPage() {
  const year = yearIn(useSearch({ strict: false }))
  const statement = useCallWithPrevious(transferCalls.statement, { query: year ? { year } : {} })
  return (
    <Page
      title="入出金の明細"
      back={back}
      lead="確定申告などにお使いいただけるよう、年ごとにまとめています。買取代金は、お品物ごとの金額までご覧いただけます。"
    >
      <WhenShown state={statement} skeleton={<TableSkeleton />}>
        {(known) =>
          known.years.length === 0 ? (
            <Empty title="明細はありません" action={<MainLink to="/requests">申し込みを見る</MainLink>}>
              買取が成立すると、代金がここに入ります。
            </Empty>
          ) : (
            <Statement statement={known} />
          )
        }
      </WhenShown>
    </Page>
  )
}

function Statement({ statement }: { statement: YearStatement }) {
  const navigate = useNavigate()
  const { year, years, entries } = statement
  const choices = years.includes(year) ? years : [year, ...years].toSorted((a, b) => b - a)
  const sums = [
    { key: 'opening', term: '期首残高', amount: statement.opening },
    { key: 'added', term: '入金', amount: statement.added, signed: true },
    { key: 'taken', term: '出金', amount: statement.taken },
    { key: 'closing', term: '期末残高', amount: statement.closing, total: true },
  ]
  return (
    <Stack gap={16}>
      <SelectField
        label="年"
        name="year"
        options={choices.map((known) => ({ value: known, label: `${known}年` }))}
        value={year}
        onChange={(event) =>
          void navigate({ to: '.', search: { year: event.target.value }, replace: true, resetScroll: false })
        }
        style={{ maxWidth: 200 }}
      />
      <Card tight style={{ padding: '10px 18px' }}>
        <DefinitionList
          sums
          items={sums.map(({ amount, signed = false, total = false, ...sum }) => ({
            ...sum,
            total,
            value: <Yen amount={amount} signed={signed} strong={total} />,
          }))}
        />
      </Card>
      <Row gap={12}>
        <PdfButton
          name={`おくる-入出金明細書-${year}`}
          load={(options) => ask(transferCalls.statementPdf, { query: { year }, ...options })}
        />
        <CsvButton
          name={`おくる-入出金明細-${year}`}
          load={(options) => ask(transferCalls.statementCsv, { query: { year }, ...options })}
        />
      </Row>
      {entries.length === 0 ? (
        <p>{year}年の入出金はありません。</p>
      ) : (
        <Card tight style={{ padding: '0 16px 4px' }}>
          <EntryTable entries={entries.toReversed()} caption={`${year}年の明細`} />
        </Card>
      )}
    </Stack>
  )
}
