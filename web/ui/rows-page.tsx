import { type ComponentProps, type ReactNode, useState } from 'react'
import type { ListState } from '#web/lib/list-state.ts'
import { useSavedViews } from '#web/lib/use-saved-views.ts'
import { ColumnChooser, shownColumns } from '#web/ui/column-chooser.tsx'
import { type Column, DataTable, type DataTableProps, type RowKey } from '#web/ui/data-table.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { WithinPages } from '#web/ui/pagination.tsx'
import { SavedViews } from '#web/ui/saved-views.tsx'
import { TableOrCards, useIsPhone } from '#web/ui/table-or-cards.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { Failed } from './query-state.tsx'

type State = ComponentProps<typeof Failed>['state']
type Read<RowData> = State & {
  data: { count: number; results: readonly RowData[] } | undefined
  isPlaceholderData: boolean
}

/** A table of what was read, or what went wrong with reading it. */
export function ReadTable<RowData>(
  props: DataTableProps<RowData> & { read: State; card?: (row: RowData) => ReactNode },
) {
  const { read, card, ...table } = props
  if (read.error && !table.rows) return <Failed state={read} />
  return card ? <TableOrCards {...table} card={card} /> : <DataTable {...table} />
}

type Props<RowData, Key extends RowKey, Tab extends string> = {
  /** The person's own views and columns are kept under it; without it, all columns are shown. */
  name?: string
  title: string
  label: string
  columns: readonly Column<RowData>[]
  list: ListState & { read: Read<RowData> }
  rowKey: (row: RowData) => Key
  /** A list to read: no row is chosen, a press opens one, and there are no saved views. */
  plain?: boolean
  /** The page that shows the chosen row beside the list says which one it is. */
  selected?: Key | null
  /** What is typed next waits for a promise that comes back. */
  onSelect?: (key: Key | undefined) => unknown
  onOpen?: (row: RowData) => unknown
  empty: ReactNode
  /** A row on a phone, where a table would have to be pushed sideways to be read. */
  card?: (row: RowData) => ReactNode
  /** The ways to look at the list that everybody has. */
  tabs?: readonly TabItem<Tab>[]
  tab?: Tab
  /** What of the address makes each of them. */
  searchOfTab?: (tab: Tab) => Record<string, unknown>
  /** Instead of `searchOfTab` where the tabs lead to other lists. */
  onTab?: (tab: Tab) => void
  /** The conditions; a list that has them can be kept under a name. */
  filters?: ReactNode
  actions?: ReactNode
  /** Beside the choice of columns. */
  tools?: ReactNode
  detail?: ReactNode
  detailLabel?: string
  /** Above the table. */
  lead?: ReactNode
  /** What belongs to the page beside the list. */
  children?: ReactNode
}

const ALL = { value: 'all', label: 'すべて' } as const
/** Before the name of a saved view, so that it is never taken for one that everybody has. */
const OWN = 'own:'

/** A list of the back office with everything such a list has: keys, columns, views, pages, and what went wrong. */
export function RowsPage<RowData, Key extends RowKey, Tab extends string = string>(
  props: Props<RowData, Key, Tab>,
) {
  const { name, columns, list, rowKey, onOpen, filters, tabs = [ALL], searchOfTab, onTab, plain } = props
  const { read } = list
  const [own, setOwn] = useState<Key>()
  const selected = props.onSelect ? props.selected : own
  const select = props.onSelect ?? setOwn
  const views = useSavedViews(name ?? '', list)
  const isPhone = useIsPhone()

  const chooseTab = (value: string) => {
    if (value.startsWith(OWN)) views.choose(value.slice(OWN.length))
    else if (onTab) onTab(value as Tab)
    else {
      // Other parameters survive a change of tab; those of a saved view do not.
      const kept = searchOfTab && views.current === undefined ? list.search : {}
      list.goTo({ ...kept, page: undefined, ...searchOfTab?.(value as Tab) })
    }
  }
  const keepable = filters !== undefined && !plain
  const ownTabs = keepable ? views.names.map((view) => ({ value: `${OWN}${view}`, label: view })) : []
  const chooser = name !== undefined && !(props.card && isPhone) && (
    <ColumnChooser columns={columns} hidden={views.hidden} onChange={views.setHidden} />
  )
  return (
    <ListPage<string>
      title={props.title}
      tabs={props.tabs || ownTabs.length > 0 ? [...tabs, ...ownTabs] : undefined}
      tab={views.current === undefined ? (props.tab ?? ALL.value) : `${OWN}${views.current}`}
      onTab={chooseTab}
      views={keepable && <SavedViews views={views} />}
      actions={props.actions}
      filters={filters}
      tools={
        (chooser || props.tools) && (
          <>
            {chooser}
            {props.tools}
          </>
        )
      }
      pagination={
        read.data && { page: list.page, size: list.size, total: read.data.count, onPage: list.setPage }
      }
      detail={props.detail}
      detailLabel={props.detailLabel}
      onCloseDetail={() => select(undefined)}
    >
      {props.lead}
      <WithinPages list={list}>
        <ReadTable
          read={read}
          label={props.label}
          columns={name === undefined ? columns : shownColumns(columns, views.hidden)}
          rows={read.data?.results}
          rowKey={rowKey}
          onOpen={onOpen}
          {...(!plain && {
            selected: selected ?? null,
            onSelect: (row: RowData) => select(rowKey(row)),
            onLeave: () => select(undefined),
          })}
          ordering={list.ordering}
          onOrdering={list.setOrdering}
          loading={read.isPlaceholderData}
          empty={props.empty}
          card={props.card}
        />
      </WithinPages>
      {props.children}
    </ListPage>
  )
}
