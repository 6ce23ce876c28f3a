import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { itemStatusLabel } from '#contract/lifecycle'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { CodeSearchNote, searchesCodes } from '#web/ui/code-search-note.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { LedgerCsv } from './ledger-csv.tsx'
import { LedgerDealer } from './ledger-dealer.tsx'
import { LedgerDetail } from './ledger-detail.tsx'
import { LedgerMail } from './ledger-mail.tsx'
import { LedgerVerify } from './ledger-verify.tsx'
import { useLedgerList } from './use-ledger-list.ts'

export default function LedgerPage() {
  const { list, header, columns, selected, sheet, print, gathering } = useLedgerList()
  const staff = useStaff()
  const shops = staff?.company.shops ?? []
  const { query } = list
  const codes = useCallWithPrevious(antiqueLedgerCalls.codes, { query: list.filter }, searchesCodes(query.q))

  return (
    <RowsPage
      name="ledger"
      title="古物台帳"
      label="古物台帳"
      columns={columns}
      list={list}
      rowKey={({ seq }) => seq}
      selected={list.open}
      onSelect={list.setOpen}
      detail={selected && header && <LedgerDetail key={selected.seq} row={selected} header={header} />}
      detailLabel="選んだ記載"
      actions={
        <>
          <LedgerVerify />
          <QuietButton startIcon={<Icon name="print" size={16} />} pending={gathering} onClick={print}>
            印刷する
          </QuietButton>
          <QuietLink to="/biz/requests" search={{ view: 'statement' }}>
            仕入明細書の確認待ち
          </QuietLink>
          {staff?.isAdmin && <LedgerMail />}
          {staff?.isAdmin && <LedgerCsv filter={list.filter} />}
        </>
      }
      filters={
        <>
          {header && <LedgerDealer header={header} />}
          <QuickFilters
            values={{ ...query, status: query.status === undefined ? undefined : String(query.status) }}
            set={list.set}
            fields={[
              { name: 'dateFrom', label: '年月日(から)', type: 'date' },
              { name: 'dateTo', label: '年月日(まで)', type: 'date' },
              { name: 'q', label: '番号・コード・品名・ブランド・型番', pasted: ' ' },
              { name: 'customerName', label: '相手方の氏名' },
              {
                name: 'status',
                label: '商品の状況',
                options: Object.entries(itemStatusLabel).map(([value, label]) => ({ value, label })),
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
          />
        </>
      }
      lead={
        <CodeSearchNote
          q={list.search.q}
          missing={codes.isPlaceholderData ? undefined : codes.data?.missing}
        />
      }
      empty={<Empty title="条件に合う記載はありません" />}
    >
      {sheet}
    </RowsPage>
  )
}
