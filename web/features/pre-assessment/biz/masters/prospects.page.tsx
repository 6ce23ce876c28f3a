import { useNavigate, useSearch } from '@tanstack/react-router'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { PersonalCsvButton } from '#web/features/account/shared/personal-csv.tsx'
import { ask } from '#web/lib/ask.ts'
import { monthDay } from '#web/lib/dates.ts'
import type { SearchParams } from '#web/lib/search-params.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import type { FileOptions } from '#web/ui/csv-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { MasterFileButton } from './master-file.tsx'
import { type Prospect, prospectName } from './prospect.rules.ts'
import { NewProspect, ProspectPanel } from './prospect-panel.tsx'

const columns: readonly Column<Prospect>[] = [
  {
    key: 'name',
    header: 'お名前',
    wrap: true,
    cell: (row) => (
      <>
        {prospectName(row)} <Muted style={{ fontSize: 11 }}>{row.nameKana}</Muted>
      </>
    ),
  },
  { key: 'phone', header: '電話番号', cell: ({ phone }) => phone || '—' },
  { key: 'email', header: 'メールアドレス', cell: ({ email }) => email || '—' },
  { key: 'line', header: 'LINE', cell: ({ hasLine }) => (hasLine ? '友だち' : '—') },
  { key: 'count', header: '事前査定', align: 'end', cell: ({ preAssessments }) => `${preAssessments}件` },
  { key: 'last', header: '最近', cell: ({ lastOn }) => (lastOn ? monthDay(lastOn) : '—') },
  {
    key: 'customer',
    card: 'chip',
    header: '会員',
    cell: ({ customer }) => (customer ? <StatusChip tone="ok">結びつけ済み</StatusChip> : '—'),
  },
]

const NEW = 'new'

/** Who asked for a price without being a customer: the one that is open stands in the address. */
export default function ProspectsPage() {
  const list = useList(calls.customers)
  const staff = useStaff()
  const navigate = useNavigate()
  const search: SearchParams = useSearch({ strict: false })
  const open = search.open === NEW ? NEW : Number(search.open) || undefined
  const show = (next: number | typeof NEW | undefined) =>
    void navigate({
      to: '.',
      search: (before: SearchParams) => ({ ...before, open: next }),
      resetScroll: false,
    })
  const { q } = list.query
  useShortcuts([{ code: 'KeyN', label: 'お客さまを加える', run: () => show(NEW) }])
  // One next step a page: the form beside the list has its own.
  const Add = open === undefined ? NextButton : QuietButton
  const add = (
    <Add onClick={() => show(NEW)} endIcon={<Kbd>N</Kbd>}>
      お客さまを加える
    </Add>
  )
  return (
    <RowsPage<Prospect, number>
      title="見込みのお客さま"
      label="見込みのお客さまの一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={typeof open === 'number' ? open : null}
      onSelect={show}
      actions={
        <>
          {staff?.isAdmin && (
            <>
              <MasterFileButton kind="customers" />
              <PersonalCsvButton
                name="見込みのお客さま"
                load={(options: FileOptions) => ask(calls.customersCsv, options)}
              />
            </>
          )}
          {add}
        </>
      }
      filters={
        <QuickFilters
          values={{ q }}
          set={list.set}
          fields={[{ name: 'q', label: '名前・カナ・電話・メール' }]}
        />
      }
      lead={
        <Muted style={{ fontSize: 12 }}>
          事前査定だけをご利用の方です。会員になった方は、会員のお客さまと結びつけられます。1年お問い合わせのない方の情報は、自動で消えます。
        </Muted>
      }
      detail={
        open === NEW ? (
          <NewProspect onDone={(id) => show(id)} />
        ) : (
          open !== undefined && <ProspectPanel key={open} id={open} onGone={() => show(undefined)} />
        )
      }
      detailLabel="見込みのお客さまの内容"
      empty={
        q === undefined ? (
          <Empty title="見込みのお客さまはまだいません" action={add}>
            店頭やお電話で事前査定をご希望の方を登録すると、ここに並びます。
          </Empty>
        ) : (
          <Empty title="条件に合うお客さまはいません" />
        )
      }
    />
  )
}
