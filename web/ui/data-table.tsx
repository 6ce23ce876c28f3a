import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { DataCards } from './data-cards.tsx'
import { SortButton, Table, TableFrame, ThinBar } from './data-table-style.ts'
import { Loading } from './loading.tsx'
import { isOnControl } from './on-control.ts'
import { TableSkeleton } from './skeletons.tsx'
import { useIsPhone } from './use-is-phone.ts'
import { useRowKeys } from './use-row-keys.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Column<RowData> = {
  key: string
  header: ReactNode
  cell: (row: RowData) => ReactNode
  /** `money` is right-aligned and stays visible when the table scrolls sideways. */
  align?: 'start' | 'end' | 'center' | 'money'
  sortBy?: string
  width?: number | string
  wrap?: boolean
  label?: string
  extra?: boolean
  foot?: ReactNode
  /**
   * Place on the card that the row is on a phone. By itself the first column is the title, a single `money` column
   * stands beside it, and the others follow as facts under their headers, without those that are empty.
   * `lead`: before the title, such as a box for choosing; `title`: instead of the first, or with other titles;
   * `named`: the same after its header; `chip` and `text`: below it, without the header; `act`: at the foot; `none`:
   * left out.
   */
  card?: 'lead' | 'title' | 'named' | 'chip' | 'text' | 'act' | 'none'
}

export type RowKey = string | number

export type DataTableProps<RowData> = {
  label: string
  columns: readonly Column<RowData>[]
  rows: readonly RowData[] | undefined
  rowKey: (row: RowData) => RowKey
  /** As in the address: `name`, or `-name` for descending. */
  ordering?: string
  onOrdering?: (ordering: string) => void
  selected?: RowKey | null
  onSelect?: (row: RowData) => unknown
  onOpen?: (row: RowData) => unknown
  /** For the only list of its page: its keys work from anywhere, and Escape calls this to clear the selection. */
  onLeave?: () => unknown
  /** The selected row is shown beside the list: on a phone, a press on a card selects it rather than opening it. */
  hasDetail?: boolean
  loading?: boolean
  empty?: ReactNode
}

const pins = ['pin-0', 'pin-1'] as const

function classesOf<RowData>(columns: readonly Column<RowData>[]): readonly (string | undefined)[] {
  const money = columns.filter(({ align }) => align === 'money').toReversed()
  return columns.map((column) => {
    const { align } = column
    if (align !== 'money') return align
    return ['end', 'money', pins[money.indexOf(column)]].filter(Boolean).join(' ')
  })
}

/**
 * Marks the frame by whether the table fits. Set on the element directly: resizing would otherwise re-render every row.
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

/** The dense table of the back office, with a sticky head; on a phone, a card for each row. */
export function DataTable<RowData>(props: DataTableProps<RowData>) {
  const { label, columns, rows, rowKey, selected, ordering, onOrdering, loading = false, empty } = props
  const { onSelect, onOpen, onLeave } = props
  const body = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const isPhone = useIsPhone()
  const current = rows?.findIndex((row) => rowKey(row) === selected) ?? -1
  useRowKeys({ rows, loading, current, body, onSelect, onOpen, onLeave })
  // Keys select rows from anywhere on the page, so the selected row is scrolled into view.
  useEffect(() => {
    if (current >= 0) body.current?.children[current]?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  if (!rows) {
    return (
      <TableFrame>
        <Loading skeleton={<TableSkeleton />} />
      </TableFrame>
    )
  }
  if (isPhone)
    return rows.length > 0 ? (
      <DataCards {...props} rows={rows} current={current} body={body} />
    ) : (
      <TableFrame>{empty}</TableFrame>
    )
  // A table may be wider than its frame. Selectable rows scroll into view by keyboard; otherwise the frame itself has to be
  // focusable.
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
  const press = onSelect ?? onOpen
  const selectable = press !== undefined
  const entry = Math.max(current, 0)
  return (
    <tbody ref={body}>
      {rows.map((row, index) => (
        <tr
          key={rowKey(row)}
          tabIndex={selectable ? (index === entry ? 0 : -1) : undefined}
          aria-current={index === current ? 'true' : undefined}
          onClick={
            selectable
              ? (event) => !isOnControl(event.target, event.currentTarget) && press?.(row)
              : undefined
          }
          onDoubleClick={
            onOpen && ((event) => !isOnControl(event.target, event.currentTarget) && onOpen(row))
          }
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
