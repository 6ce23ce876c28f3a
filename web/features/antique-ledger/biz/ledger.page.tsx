import { useEffect, useState } from 'react'
import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { itemStatusLabel } from '#contract/lifecycle'
import { formatCount } from '#contract/text'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { notify } from '#web/ui/notify.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { type LedgerHeader, type LedgerRow, ledgerTableColumns } from './ledger-columns.tsx'
import { LedgerCsv } from './ledger-csv.tsx'
import { LedgerDetail } from './ledger-detail.tsx'
import { LedgerPaper } from './ledger-paper.tsx'
import { LedgerVerify } from './ledger-verify.tsx'

const PRINT_SIZE = 200
const MOST_PRINTED = 5000

async function allRows(filter: object): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = []
  for (let page = 1; rows.length < MOST_PRINTED; page += 1) {
    const listed = await ask(antiqueLedgerCalls.list, { query: { ...filter, page, size: PRINT_SIZE } })
    rows.push(...listed.results)
    if (!listed.next) break
  }
  return rows
}

export default function LedgerPage() {
  const list = useList(antiqueLedgerCalls.list)
  const staff = useStaff()
  const shops = staff?.company.shops ?? []
  const { query, read } = list
  const header = useCall(antiqueLedgerCalls.header, { query: query.shop ? { shop: query.shop } : {} })
  const [paper, setPaper] = useState<LedgerRow[]>()
  const [gathering, setGathering] = useState(false)
  useEffect(() => {
    if (paper) window.print()
  }, [paper])

  const print = async () => {
    if ((read.data?.count ?? 0) > MOST_PRINTED) {
      // An incomplete ledger must not be printed.
      notify.failed(`一度に印刷できるのは${formatCount(MOST_PRINTED)}件までです。年月日で絞ってください。`)
      return
    }
    setGathering(true)
    try {
      setPaper(await allRows(list.filter))
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
    setGathering(false)
  }
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
          <QuietButton
            startIcon={<Icon name="print" size={16} />}
            pending={gathering}
            onClick={() => void print()}
          >
            印刷する
          </QuietButton>
          {staff?.isAdmin && <LedgerCsv filter={list.filter} />}
        </>
      }
      filters={
        <>
          {header.data && <Dealer header={header.data} />}
          <QuickFilters
            values={{ ...query, status: query.status === undefined ? undefined : String(query.status) }}
            set={list.set}
            fields={[
              { name: 'dateFrom', label: '年月日(から)', type: 'date' },
              { name: 'dateTo', label: '年月日(まで)', type: 'date' },
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
      {header.data && <LedgerPaper header={header.data} rows={paper ?? rows ?? []} />}
    </RowsPage>
  )
}

function Dealer({ header }: { header: LedgerHeader }) {
  return (
    <p style={{ fontSize: 12 }}>
      <b>{header.dealerName}</b> ・ {header.publicSafetyCommission} {header.licenseNumber} ・{' '}
      {header.officeName} {header.officeAddress}
    </p>
  )
}
