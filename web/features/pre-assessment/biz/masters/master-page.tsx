import type { ReactNode } from 'react'
import type { UploadKind } from '#contract/pre-assessment-master'
import { uploadKindLabel } from '#contract/pre-assessment-master'
import { sentenceFor } from '#web/lib/errors.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { pagesOf } from '#web/ui/pagination.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { GridFoot, GridHead } from './grid-bar.tsx'
import { focusAdded, GridTable } from './grid-table.tsx'
import { MasterFileButton } from './master-file.tsx'
import { type MasterTab, useMasterTabs } from './master-tabs.ts'
import type { Grid, GridRow } from './use-grid.ts'

type List = {
  page: number
  size: number
  setPage: (page: number) => void
  read: {
    data: { count: number } | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
}

type Props<Row> = {
  tab: MasterTab
  title: string
  kind?: UploadKind
  csv?: (options: FileOptions) => Promise<Blob>
  list: List
  grid: Grid<Row>
  /** The column that a new row begins with; without it, rows come from elsewhere. */
  adds?: string
  remove?: { run: (row: Row) => Promise<unknown>; body: string }
  filters?: ReactNode
  lead: string
  empty: ReactNode
}

export const ActiveFilter = (props: {
  isActive: boolean | undefined
  set: (changes: { isActive?: string | undefined }) => void
}) => (
  <QuickFilters
    values={{ isActive: props.isActive === undefined ? undefined : String(props.isActive) }}
    set={props.set}
    fields={[
      {
        name: 'isActive',
        label: '使用',
        options: [
          { value: 'true', label: '使う' },
          { value: 'false', label: '使わない' },
        ],
      },
    ]}
  />
)

function useRemove<Row>({ grid, remove }: Pick<Props<Row>, 'grid' | 'remove'>) {
  const confirm = useConfirm()
  return async ({ key, stored, texts }: GridRow<Row>) => {
    if (!stored || !remove) return grid.drop(key)
    const sure = await confirm({
      title: `「${texts.name}」の使用をやめますか?`,
      body: remove.body,
      confirm: 'やめる',
      cancel: '戻る',
    })
    if (!sure) return
    try {
      await remove.run(stored)
      grid.drop(key)
      grid.forget(key)
      notify.done(`「${texts.name}」の使用をやめました。`)
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
}

/** A master as a grid, with its file. */
export function MasterPage<Row>(props: Props<Row>) {
  const { tab, title, kind, csv, list, grid, adds, remove, filters, lead, empty } = props
  const { read } = list
  const takeOut = useRemove(props)
  const add = () => adds && focusAdded(() => grid.add(), adds)
  useShortcuts([{ code: 'KeyN', label: '行を加える', run: add }], { enabled: adds !== undefined })
  const nameOf = ({ texts }: GridRow<Row>) => texts.name || '新しい行'
  return (
    <ListPage
      title={title}
      {...useMasterTabs(tab)}
      actions={
        (kind || adds) && (
          <>
            {kind && <MasterFileButton kind={kind} />}
            {csv && kind && <CsvButton name={uploadKindLabel[kind]} load={csv} />}
            {adds && (
              <QuietButton onClick={add} endIcon={<Kbd>N</Kbd>}>
                行を加える
              </QuietButton>
            )}
          </>
        )
      }
      filters={filters}
      pagination={pagesOf(list)}
    >
      <Muted style={{ fontSize: 12 }}>{lead}</Muted>
      <GridHead grid={grid} adds={adds !== undefined} />
      {read.error !== null && !read.data && <Failed state={read} />}
      {!read.data && !read.error && <Loading skeleton={<TableSkeleton />} />}
      {(read.data || grid.rows.length > 0) &&
        (grid.rows.length > 0 ? (
          <GridTable
            label={`${title}の一覧`}
            grid={grid}
            nameOf={nameOf}
            loading={read.isPlaceholderData}
            {...(adds && {
              onCopy: ({ texts }: GridRow<Row>) => focusAdded(() => grid.add({ ...texts, name: '' }), adds),
            })}
            {...(remove && {
              acts: (row: GridRow<Row>) => (
                <IconButton label={`${nameOf(row)}の使用をやめる`} onClick={() => void takeOut(row)}>
                  <Icon name="close" size={16} />
                </IconButton>
              ),
            })}
          />
        ) : (
          empty
        ))}
      <GridFoot grid={grid} />
    </ListPage>
  )
}
