import { useState } from 'react'
import { Pagination } from './pagination.tsx'

const SIZE = 100

/** Pages of rows that are already loaded. */
export function useLocalPages<RowData>(rows: readonly RowData[]) {
  const [wanted, setPage] = useState(1)
  const page = Math.min(wanted, Math.max(1, Math.ceil(rows.length / SIZE)))
  return {
    shown: rows.slice((page - 1) * SIZE, page * SIZE),
    showRow: (index: number) => setPage(Math.floor(index / SIZE) + 1),
    pagination: rows.length > SIZE && (
      <Pagination page={page} size={SIZE} total={rows.length} onPage={setPage} />
    ),
  }
}
