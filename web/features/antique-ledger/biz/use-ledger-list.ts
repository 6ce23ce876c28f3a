import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { useCall } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { ledgerTableColumns } from './ledger-columns.tsx'
import { useLedgerPrint } from './use-ledger-print.tsx'

/** The rows of a ledger with the head that names their columns: neither shows without the other. */
export function useLedgerList() {
  const list = useList(antiqueLedgerCalls.list)
  const { query, read } = list
  const header = useCall(antiqueLedgerCalls.header, { query: query.shop ? { shop: query.shop } : {} })
  const rows = read.data?.results
  return {
    list: {
      ...list,
      read: {
        ...read,
        error: header.isPending ? null : (read.error ?? header.error),
        isFetching: read.isFetching || header.isFetching,
        refetch: () => Promise.all([header.refetch(), read.refetch()]),
        data: header.data && read.data,
      },
    },
    header: header.data,
    columns: ledgerTableColumns(header.data),
    rows,
    selected: rows?.find(({ seq }) => seq === list.open),
    ...useLedgerPrint(list.filter, header.data),
  }
}
