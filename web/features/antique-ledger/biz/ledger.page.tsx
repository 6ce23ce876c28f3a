import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { itemStatusLabel } from '#contract/lifecycle'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { ledgerTableColumns } from './ledger-columns.tsx'
import { LedgerCsv } from './ledger-csv.tsx'
import { LedgerDealer } from './ledger-dealer.tsx'
import { LedgerDetail } from './ledger-detail.tsx'
import { LedgerMail } from './ledger-mail.tsx'
import { LedgerVerify } from './ledger-verify.tsx'
import { useLedgerPrint } from './use-ledger-print.tsx'

export default function LedgerPage() {
  const list = useList(antiqueLedgerCalls.list)
  const staff = useStaff()
  const shops = staff?.company.shops ?? []
  const { query, read } = list
  const header = useCall(antiqueLedgerCalls.header, { query: query.shop ? { shop: query.shop } : {} })
  const { print, gathering, sheet } = useLedgerPrint(list.filter, header.data)

  const rows = read.data?.results
  const selected = rows?.find(({ seq }) => seq === list.open)
  return (
    <RowsPage
      name="ledger"
      title="古物台帳"
      label="古物台帳"
      columns={ledgerTableColumns(header.data)}
      list={{
        ...list,
        read: {
          ...read,
          error: header.isPending ? null : (read.error ?? header.error),
          isFetching: read.isFetching || header.isFetching,
          refetch: () => Promise.all([header.refetch(), read.refetch()]),
          data: header.data && read.data,
        },
      }}
      rowKey={({ seq }) => seq}
      selected={list.open}
      onSelect={list.setOpen}
      detail={
        selected && header.data && <LedgerDetail key={selected.seq} row={selected} header={header.data} />
      }
      detailLabel="選んだ記載"
      actions={
        <>
          <LedgerVerify />
          <QuietButton startIcon={<Icon name="print" size={16} />} pending={gathering} onClick={print}>
            印刷する
          </QuietButton>
          {staff?.isAdmin && <LedgerMail />}
          {staff?.isAdmin && <LedgerCsv filter={list.filter} />}
        </>
      }
      filters={
        <>
          {header.data && <LedgerDealer header={header.data} />}
          <QuickFilters
            values={{ ...query, status: query.status === undefined ? undefined : String(query.status) }}
            set={list.set}
            fields={[
              { name: 'dateFrom', label: '年月日(から)', type: 'date' },
              { name: 'dateTo', label: '年月日(まで)', type: 'date' },
              { name: 'q', label: '番号・品名・ブランド・型番' },
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
      empty={<Empty title="条件に合う記載はありません" />}
    >
      {sheet}
    </RowsPage>
  )
}
