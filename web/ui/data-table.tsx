import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { SortButton, Table, TableFrame, ThinBar } from './data-table-style.ts'
import { Loading } from './loading.tsx'
import { TableSkeleton } from './skeletons.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Column<RowData> = {
  key: string
  header: ReactNode
  cell: (row: RowData) => ReactNode
  /** `money` stands at the end of its cell and stays in sight when the table is wider than its place. */
  align?: 'start' | 'end' | 'center' | 'money'
  /** The name the server sorts by; the header becomes a button. */
  sortBy?: string
  width?: number | string
  wrap?: boolean
  /** What it is called where its head is not words. */
  label?: string
  /** Only shown to those who ask for it. */
  extra?: boolean
  /** What stands under the column, such as its sum. */
  foot?: ReactNode
}

export type RowKey = string | number

export type DataTableProps<RowData> = {
  /** Names the table for those who hear it. */
  label: string
  columns: readonly Column<RowData>[]
  /** undefined until the first rows have come. */
  rows: readonly RowData[] | undefined
  rowKey: (row: RowData) => RowKey
  /** The order as the address has it: `name`, or `-name` for falling. */
  ordering?: string
  onOrdering?: (ordering: string) => void
  selected?: RowKey | null
  /** What is typed next waits for a promise that comes back. */
  onSelect?: (row: RowData) => unknown
  /** Enter or a double press. */
  onOpen?: (row: RowData) => unknown
  /** The one list of its page: its keys act from anywhere, and Escape gives the choice up by this. */
  onLeave?: () => unknown
  /** Newer rows are on their way. */
  loading?: boolean
  empty?: ReactNode
}

/** Columns of money that cannot all be at the edge stand side by side there; from the right. */
const pins = ['pin-0', 'pin-1'] as const

/** The classes of each column's cells. */
function classesOf<RowData>(columns: readonly Column<RowData>[]): readonly (string | undefined)[] {
  const money = columns.filter(({ align }) => align === 'money').toReversed()
  return columns.map((column) => {
    const { align } = column
    if (align !== 'money') return align
    return ['end', 'money', pins[money.indexOf(column)]].filter(Boolean).join(' ')
  })
}

/**
 * Marks the frame by whether its table has room in it. Written straight to the element: a window that is being
 * resized would otherwise draw hundreds of rows anew.
 */
function watchRoom(table: HTMLTableElement | null) {
  const frame = table?.parentElement
  if (!table || !frame || typeof ResizeObserver === 'undefined') return
  const observer = new ResizeObserver(() => {
    const fits = table.offsetWidth <= frame.clientWidth
    frame.toggleAttribute('data-fits', fits)
    frame.toggleAttribute('data-scrolls', !fits)
    frame.style.setProperty('--list-height', `${table.offsetHeight}px`)
    const last = table.querySelector<HTMLElement>('th.pin-0')
    frame.style.setProperty('--pin-0-width', `${last?.offsetWidth ?? 0}px`)
  })
  observer.observe(frame)
  observer.observe(table)
  return () => observer.disconnect()
}

/** The business lists: a real table, dense, with a head that stays. */
export function DataTable<RowData>(props: DataTableProps<RowData>) {
  const { label, columns, rows, rowKey, selected, ordering, onOrdering, loading = false, empty } = props
  const { onSelect, onOpen, onLeave } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const current = rows?.findIndex((row) => rowKey(row) === selected) ?? -1
  useRowKeys({ rows, loading, current, body, onSelect, onOpen, onLeave })
  if (!rows) {
    return (
      <TableFrame>
        <Loading skeleton={<TableSkeleton />} />
      </TableFrame>
    )
  }
  // A table is wider than a phone. Rows that can be chosen are reached by keys and bring it into sight; where
  // there are none, the frame itself has to be within reach of the arrow keys.
  const reachable = rows.length > 0 && !onSelect && !onOpen
  const classes = classesOf(columns)
  return (
    <TableFrame
      aria-busy={loading || undefined}
      {...(reachable && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {loading && <ThinBar role="progressbar" aria-label="更新中" />}
      <Table ref={watchRoom}>
        <caption>
          <VisuallyHidden>{label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <HeaderCell
                key={column.key}
                column={column}
                className={classes[index]}
                ordering={ordering}
                onOrdering={onOrdering}
              />
            ))}
          </tr>
        </thead>
        <Rows {...props} rows={rows} classes={classes} current={current} body={body} />
        {columns.some(({ foot }) => foot !== undefined) && (
          <tfoot>
            <tr>
              {columns.map(({ key, foot }, index) => (
                <td key={key} className={classes[index]}>
                  {foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </Table>
      {rows.length === 0 && empty}
    </TableFrame>
  )
}

type HeaderProps<RowData> = {
  column: Column<RowData>
  className: string | undefined
  ordering?: string
  onOrdering?: (ordering: string) => void
}

function HeaderCell<RowData>({ column, className, ordering, onOrdering }: HeaderProps<RowData>) {
  const { sortBy, header, width } = column
  const direction = !sortBy
    ? undefined
    : ordering === sortBy
      ? 'ascending'
      : ordering === `-${sortBy}`
        ? 'descending'
        : undefined
  return (
    <th scope="col" className={className} style={{ width }} aria-sort={direction}>
      {sortBy && onOrdering ? (
        <SortButton
          type="button"
          onClick={() => onOrdering(direction === 'ascending' ? `-${sortBy}` : sortBy)}
        >
          {header}
          <span aria-hidden>{direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : ''}</span>
        </SortButton>
      ) : (
        header
      )}
    </th>
  )
}

type RowsProps<RowData> = DataTableProps<RowData> & {
  rows: readonly RowData[]
  classes: readonly (string | undefined)[]
  current: number
  body: RefObject<HTMLTableSectionElement | null>
}

function Rows<RowData>(props: RowsProps<RowData>) {
  const { columns, rows, classes, rowKey, current, body, onSelect, onOpen } = props
  const selectable = Boolean(onSelect || onOpen)
  const entry = Math.max(current, 0)
  // Keys choose rows from anywhere on the page, so the chosen one comes into sight by itself.
  useEffect(() => {
    if (current >= 0) body.current?.rows[current]?.scrollIntoView?.({ block: 'nearest' })
  }, [current, body])

  return (
    <tbody ref={body}>
      {rows.map((row, index) => (
        <tr
          key={rowKey(row)}
          tabIndex={selectable ? (index === entry ? 0 : -1) : undefined}
          aria-current={index === current ? 'true' : undefined}
          onClick={selectable ? () => (onSelect ?? onOpen)?.(row) : undefined}
          onDoubleClick={onOpen && (() => onOpen(row))}
        >
          {columns.map((column, index) => (
            <td
              key={column.key}
              className={[classes[index], column.wrap && 'wrap'].filter(Boolean).join(' ') || undefined}
            >
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
