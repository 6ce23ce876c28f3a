import { useListPrefs } from '#web/lib/list-prefs.ts'
import { ColumnChooser, shownColumns } from '#web/ui/column-chooser.tsx'
import type { Column } from '#web/ui/data-table.tsx'

export function useColumns<RowData>(name: string, columns: readonly Column<RowData>[]) {
  const { prefs, change } = useListPrefs(name)
  return {
    shown: shownColumns(columns, prefs.hidden),
    chooser: (
      <ColumnChooser
        columns={columns}
        hidden={prefs.hidden}
        onChange={(hidden) => change((before) => ({ ...before, hidden }))}
      />
    ),
  }
}
