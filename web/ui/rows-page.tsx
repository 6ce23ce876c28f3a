import { type ComponentProps, type ReactNode, useState } from 'react'
import type { ListState } from '#web/lib/list-state.ts'
import { useSavedViews } from '#web/lib/use-saved-views.ts'
import { ColumnChooser, shownColumns } from '#web/ui/column-chooser.tsx'
import { type Column, DataTable, type DataTableProps, type RowKey } from '#web/ui/data-table.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { type CountedRows, pagesOf, WithinPages } from '#web/ui/pagination.tsx'
import { SavedViews, type SavedViewsState } from '#web/ui/saved-views.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { Failed } from './query-state.tsx'

type State = ComponentProps<typeof Failed>['state']
type Read<RowData> = State & {
  data: (CountedRows & { results: readonly RowData[] }) | undefined
  isPlaceholderData: boolean
}

/** The table, or the error of reading its rows. */
export function ReadTable<RowData>({ read, ...table }: DataTableProps<RowData> & { read: State }) {
  if (read.error && !table.rows) return <Failed state={read} />
  return <DataTable {...table} />
}

type Props<RowData, Key extends RowKey, Tab extends string> = {
  /** Key of the columns shown, and of the views if the server keeps some for it; without it, all columns are shown. */
  name?: string
  title: string
  label: string
  columns: readonly Column<RowData>[]
  list: ListState & { read: Read<RowData> }
  rowKey: (row: RowData) => Key
  /** Read only: a click opens the row instead of selecting it. */
  plain?: boolean
  /** For a page that keeps the selection itself, in its address. */
  selected?: Key | null
  /** Keys typed meanwhile wait for a returned promise. */
  onSelect?: (key: Key | undefined) => unknown
  onOpen?: (row: RowData) => unknown
  empty: ReactNode
  /** The views that everybody has; saved views follow them. */
  tabs?: readonly TabItem<Tab>[]
  tab?: Tab
  /** The search parameters of a tab. */
  searchOfTab?: (tab: Tab) => Record<string, unknown>
  /** Instead of `searchOfTab`, for tabs that lead to other lists. */
  onTab?: (tab: Tab) => void
  filters?: ReactNode
  actions?: ReactNode
  tools?: ReactNode
  detail?: ReactNode
  /** On every list with a `detail`, also while none is shown. */
  detailLabel?: string
  lead?: ReactNode
  children?: ReactNode
}

const ALL = { value: 'all', label: 'すべて' } as const
/** Prefix of saved views among the tabs. */
const OWN = 'own:'
/** More stand in the dialog of the saved views. */
const MOST_TABS = 6

function tabsOf({ views, current }: SavedViewsState): TabItem<string>[] {
  const shown = views.filter((view, index) => index < MOST_TABS || view.id === current?.id)
  return shown.map(({ id, name }) => ({ value: `${OWN}${id}`, label: name }))
}

type TabsOfPage<Tab extends string> = Pick<
  Props<unknown, RowKey, Tab>,
  'name' | 'tabs' | 'tab' | 'searchOfTab' | 'onTab'
> & { list: ListState }

/** The views that everybody has and the saved ones, as tabs of a `ListPage`. */
export function useViewTabs<Tab extends string = string>(props: TabsOfPage<Tab>) {
  const { name, list, tabs = [ALL], searchOfTab, onTab } = props
  const views = useSavedViews(name, list)
  const ownTabs = tabsOf(views)
  const choose = (value: string) => {
    if (value.startsWith(OWN)) views.choose(Number(value.slice(OWN.length)))
    else if (onTab) onTab(value as Tab)
    else {
      // Other parameters survive a change of tab; those of a saved view do not.
      const kept = searchOfTab && views.current === undefined ? list.search : {}
      list.goTo({ ...kept, page: undefined, ...searchOfTab?.(value as Tab) })
    }
  }
  return {
    state: views,
    page: {
      tabs: props.tabs || ownTabs.length > 0 ? [...tabs, ...ownTabs] : undefined,
      tab: views.current === undefined ? (props.tab ?? ALL.value) : `${OWN}${views.current.id}`,
      onTab: choose,
      views: <SavedViews state={views} />,
    },
  }
}

/** A list page of the back office: table, keys, columns, views, pages and errors. */
export function RowsPage<RowData, Key extends RowKey, Tab extends string = string>(
  props: Props<RowData, Key, Tab>,
) {
  const { name, columns, list, rowKey, onOpen, filters, plain } = props
  const { read } = list
  const [own, setOwn] = useState<Key>()
  const selected = props.onSelect ? props.selected : own
  const select = props.onSelect ?? setOwn
  const { state: views, page } = useViewTabs(props)

  const chooser = name !== undefined && (
    <ColumnChooser columns={columns} hidden={views.hidden} onChange={views.setHidden} />
  )
  return (
    <ListPage<string>
      title={props.title}
      {...page}
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
      pagination={pagesOf(list)}
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
          hasDetail={props.detailLabel !== undefined}
        />
      </WithinPages>
      {props.children}
    </ListPage>
  )
}
