import type { Shortcut } from '#web/ui/use-shortcuts.ts'

type Options<RowData, Key> = {
  rows: readonly RowData[] | undefined
  keyOf: (row: RowData) => Key
  selected: Key | undefined
  onSelect: (key: Key | undefined) => void
  onOpen?: (key: Key) => void
}

/** Up and down a list, in and out of it, wherever the focus is. */
export function rowKeys<RowData, Key>(options: Options<RowData, Key>): Shortcut[] {
  const { rows = [], keyOf, selected, onSelect, onOpen } = options
  const here = rows.findIndex((row) => keyOf(row) === selected)
  const step = (by: number) => {
    const row = rows[here < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, here + by))]
    if (row !== undefined) onSelect(keyOf(row))
  }
  return [
    { code: 'KeyJ', label: '次の行', repeats: true, run: () => step(1) },
    { code: 'ArrowDown', label: '次の行', repeats: true, run: () => step(1) },
    { code: 'KeyK', label: '前の行', repeats: true, run: () => step(-1) },
    { code: 'ArrowUp', label: '前の行', repeats: true, run: () => step(-1) },
    ...(onOpen
      ? [{ code: 'Enter', label: '開く', run: () => selected !== undefined && onOpen(selected) }]
      : []),
    { code: 'Escape', label: '選択をやめる', run: () => onSelect(undefined) },
  ]
}
