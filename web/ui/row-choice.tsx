import { useRef, useState } from 'react'
import type { Column, RowKey } from './data-table.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const allLabel = 'この一覧をすべて選ぶ'

export interface RowChoice<RowData> {
  chosen: ReadonlySet<RowKey>
  isChosen: (row: RowData) => boolean
  /** `upTo`: and all rows between it and the one flipped before. */
  flip: (row: RowData, upTo?: boolean) => void
  /** All rows, or none when all were chosen. */
  flipAll: () => void
  rows: readonly RowData[]
  nameOf: (row: RowData) => string
}

type Options<RowData, Key extends RowKey> = {
  rows: readonly RowData[]
  rowKey: (row: RowData) => Key
  /** `申し込み1043 山田 花子様` */
  nameOf: (row: RowData) => string
  chosen: ReadonlySet<Key>
  choose: (keys: ReadonlySet<Key>) => void
}

export function rowChoice<RowData, Key extends RowKey>(options: Options<RowData, Key>): RowChoice<RowData> {
  const { rows, rowKey, nameOf, chosen, choose } = options
  const isChosen = (row: RowData) => chosen.has(rowKey(row))
  return {
    chosen,
    isChosen,
    rows,
    nameOf,
    flip: (row) => {
      const next = new Set(chosen)
      if (!next.delete(rowKey(row))) next.add(rowKey(row))
      choose(next)
    },
    flipAll: () => {
      const here = rows.map(rowKey)
      const others = [...chosen].filter((key) => !here.includes(key))
      choose(new Set(rows.every(isChosen) ? others : [...others, ...here]))
    },
  }
}

export const choiceColumn = <RowData,>(choice: RowChoice<RowData>): Column<RowData> => ({
  key: 'choice',
  label: '選択',
  card: 'lead',
  width: 44,
  header: <AllInput choice={choice} />,
  cell: (row) => (
    <input
      type="checkbox"
      aria-label={`${choice.nameOf(row)}を選ぶ`}
      checked={choice.isChosen(row)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onChange={({ nativeEvent }) => choice.flip(row, (nativeEvent as MouseEvent).shiftKey)}
    />
  ),
})

function AllInput<RowData>({ choice }: { choice: RowChoice<RowData> }) {
  return (
    <input
      type="checkbox"
      aria-label={allLabel}
      checked={choice.rows.length > 0 && choice.rows.every(choice.isChosen)}
      onChange={choice.flipAll}
    />
  )
}

type KeyOptions<RowData, Key extends RowKey> = {
  rows: readonly RowData[]
  rowKey: (row: RowData) => Key
  nameOf: (row: RowData) => string
  /** The row on which the keys act. */
  current: Key | undefined
  onCurrent: (key: Key) => void
  /** Rows stay chosen on other pages of the list while this stays the same, such as its filter. */
  within?: string
}

const isOnControl = (): boolean => document.activeElement?.closest('a, button, input, summary') != null

type Kept<RowData, Key> = { within: string | undefined; rows: ReadonlyMap<Key, RowData> }

/**
 * Rows chosen by their boxes, with Shift up to another one, by Space or X, or by Shift and arrows. Rows that are gone are no
 * longer chosen.
 */
export function useRowChoice<RowData, Key extends RowKey>(options: KeyOptions<RowData, Key>) {
  const { rows, rowKey, nameOf, current, onCurrent, within } = options
  const [kept, setKept] = useState<Kept<RowData, Key>>({ within, rows: new Map() })
  const flipped = useRef<Key>(undefined)
  const here = new Map(rows.map((row) => [rowKey(row), row]))
  const known = kept.within === within ? [...kept.rows] : []
  // A row of this page as it was read last; one of another page as it was chosen.
  const picked = new Map(
    known.flatMap(([key, row]): [Key, RowData][] => {
      const now = here.get(key) ?? (within === undefined ? undefined : row)
      return now === undefined ? [] : [[key, now]]
    }),
  )
  const choose = (keys: ReadonlySet<Key>) => {
    const all = [...keys].flatMap((key): [Key, RowData][] => {
      const row = here.get(key) ?? picked.get(key)
      return row === undefined ? [] : [[key, row]]
    })
    setKept({ within, rows: new Map(all) })
  }
  const chosen = new Set(picked.keys())
  const choice = rowChoice({ rows, rowKey, nameOf, chosen, choose })
  const flip = (row: RowData, upTo = false) => {
    const place = (key: Key | undefined) => rows.findIndex((each) => rowKey(each) === key)
    const [from, to] = [place(flipped.current), place(rowKey(row))]
    flipped.current = rowKey(row)
    if (!upTo || from < 0) return choice.flip(row)
    const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(rowKey)
    choose(new Set([...chosen, ...between]))
  }
  const at = rows.findIndex((row) => rowKey(row) === current)
  const extend = (by: number) => {
    const next = rows[at < 0 ? 0 : at + by]
    if (!next) return
    const from = rows[at]
    choose(new Set([...chosen, rowKey(next), ...(from ? [rowKey(from)] : [])]))
    onCurrent(rowKey(next))
  }
  const flipHere = () => rows[at] && flip(rows[at])
  useShortcuts([
    { code: 'Space', label: '行を選ぶ・外す', when: () => !isOnControl() && at >= 0, run: flipHere },
    { code: 'KeyX', label: '行を選ぶ・外す', when: () => at >= 0, run: flipHere },
    { code: 'ArrowDown', shift: true, label: '下の行まで選ぶ', repeats: true, run: () => extend(1) },
    { code: 'ArrowUp', shift: true, label: '上の行まで選ぶ', repeats: true, run: () => extend(-1) },
  ])
  return {
    ...choice,
    flip,
    /** In the order of the page, then those of other pages. */
    picked: [
      ...rows.filter(choice.isChosen),
      ...[...picked].filter(([key]) => !here.has(key)).map(([, row]) => row),
    ],
    pick: (all: readonly RowData[]) =>
      setKept({ within, rows: new Map(all.map((row) => [rowKey(row), row])) }),
    drop: (keys: readonly Key[]) =>
      setKept((was) => ({ ...was, rows: new Map([...was.rows].filter(([key]) => !keys.includes(key))) })),
    clear: () => setKept({ within, rows: new Map() }),
  }
}
