import { type ComponentProps, type ReactNode, useState } from 'react'
import type { ListState } from '#web/lib/list-state.ts'
import { useSavedViews } from '#web/lib/use-saved-views.ts'
import { ColumnChooser, shownColumns } from '#web/ui/column-chooser.tsx'
import { type Column, DataTable, type RowKey } from '#web/ui/data-table.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { SavedViews } from '#web/ui/saved-views.tsx'
import type { TabItem } from '#web/ui/tabs.tsx'
import { Failed } from './query-state.tsx'

type Read<RowData> = ComponentProps<typeof Failed>['state'] & {
  data: { count: number; results: readonly RowData[] } | undefined
  isPlaceholderData: boolean
}

type Props<RowData, Key extends RowKey> = {
  name: string
  title: string
  label: string
  columns: readonly Column<RowData>[]
  list: ListState
  read: Read<RowData>
  rowKey: (row: RowData) => Key
  /** Key of the selected row. */
  selected?: Key
  /** Keys wait for a returned promise. */
  onSelect?: (key: Key | undefined) => unknown
  onOpen?: (row: RowData) => unknown
  empty: ReactNode
  tabs?: readonly TabItem<string>[]
  tab?: string
  searchOfTab?: (tab: string) => Record<string, unknown>
  filters?: ReactNode
  actions?: ReactNode
  detail?: ReactNode
  detailLabel?: string
  children?: ReactNode
}

const ALL: readonly TabItem<string>[] = [{ value: 'all', label: 'すべて' }]
/** Prefix of a saved view's name, so that it never equals a tab. */
const OWN = 'own:'

/** A back office list with keys, columns, views, pagination and error states. */
export function RowsPage<RowData, Key extends RowKey>(props: Props<RowData, Key>) {
  const { name, title, columns, list, read, rowKey, onOpen, filters, tabs = ALL, searchOfTab } = props
  const [own, setOwn] = useState<Key>()
  const selected = props.onSelect ? props.selected : own
  const select = props.onSelect ?? setOwn
  const rows = read.data?.results
  const views = useSavedViews(name, list)

  const chooseTab = (value: string) => {
    if (value.startsWith(OWN)) views.choose(value.slice(OWN.length))
    else {
      // Other parameters survive a change of tab; those of a saved view do not.
      const kept = searchOfTab && views.current === undefined ? list.search : {}
      list.replace({ ...kept, page: undefined, ...searchOfTab?.(value) })
    }
  }
  const turnTo = (page: number) => {
    list.setPage(page)
    window.scrollTo({ top: 0 })
  }
  const ownTabs = views.names.map((view) => ({ value: `${OWN}${view}`, label: view }))
  const keepable = filters !== undefined
  return (
    <ListPage
      title={title}
      tabs={keepable && (props.tabs || ownTabs.length > 0) ? [...tabs, ...ownTabs] : undefined}
      tab={views.current === undefined ? (props.tab ?? 'all') : `${OWN}${views.current}`}
      onTab={chooseTab}
      views={
        keepable && (
          <SavedViews
            names={views.names}
            current={views.current}
            changed={views.changed}
            onSave={views.save}
            onRename={views.rename}
            onRemove={views.remove}
          />
        )
      }
      actions={props.actions}
      filters={filters}
      tools={<ColumnChooser columns={columns} hidden={views.hidden} onChange={views.setHidden} />}
      pagination={read.data && { page: list.page, size: list.size, total: read.data.count, onPage: turnTo }}
      detail={props.detail}
      detailLabel={props.detailLabel}
      onCloseDetail={() => select(undefined)}
    >
      {read.error && !rows ? (
        <Failed state={read} />
      ) : (
        <DataTable
          label={props.label}
          columns={shownColumns(columns, views.hidden)}
          rows={rows}
          rowKey={rowKey}
          selected={selected ?? null}
          onSelect={(row) => select(rowKey(row))}
          onOpen={onOpen}
          onLeave={() => select(undefined)}
          ordering={list.ordering}
          onOrdering={list.setOrdering}
          loading={read.isPlaceholderData}
          empty={props.empty}
        />
      )}
      {props.children}
    </ListPage>
  )
}
