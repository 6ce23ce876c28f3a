import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Column, RowKey } from './data-table.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const allLabel = 'この一覧をすべて選ぶ'

export interface RowChoice<RowData> {
  chosen: ReadonlySet<RowKey>
  isChosen: (row: RowData) => boolean
  flip: (row: RowData) => void
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
    flipAll: () => choose(rows.every(isChosen) ? new Set() : new Set(rows.map(rowKey))),
  }
}

export const choiceColumn = <RowData,>(choice: RowChoice<RowData>): Column<RowData> => ({
  key: 'choice',
  label: '選択',
  width: 44,
  header: <AllInput choice={choice} />,
  cell: (row) => (
    <input
      type="checkbox"
      aria-label={`${choice.nameOf(row)}を選ぶ`}
      checked={choice.isChosen(row)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onChange={() => choice.flip(row)}
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

const All = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 44,
  padding: '0 15px',
  fontSize: 13,
  '& input': { width: 24, height: 24, margin: 0 },
})

/** Above cards, which have no head. */
export const AllBox = <RowData,>(props: { choice: RowChoice<RowData> }) => (
  <All>
    <AllInput {...props} />
    <span aria-hidden>{allLabel}</span>
  </All>
)

type KeyOptions<RowData, Key extends RowKey> = {
  rows: readonly RowData[]
  rowKey: (row: RowData) => Key
  nameOf: (row: RowData) => string
  /** The row on which the keys act. */
  current: Key | undefined
  onCurrent: (key: Key) => void
}

const isOnControl = (): boolean => document.activeElement?.closest('a, button, input, summary') != null

/** Rows chosen by their boxes, by Space, or by Shift and arrows. Rows that are gone are no longer chosen. */
export function useRowChoice<RowData, Key extends RowKey>(options: KeyOptions<RowData, Key>) {
  const { rows, rowKey, nameOf, current, onCurrent } = options
  const [kept, setKept] = useState<ReadonlySet<Key>>(new Set())
  const chosen = new Set(rows.map(rowKey).filter((key) => kept.has(key)))
  const choice = rowChoice({ rows, rowKey, nameOf, chosen, choose: setKept })
  const at = rows.findIndex((row) => rowKey(row) === current)
  const extend = (by: number) => {
    const next = rows[at < 0 ? 0 : at + by]
    if (!next) return
    const from = rows[at]
    setKept(new Set([...chosen, rowKey(next), ...(from ? [rowKey(from)] : [])]))
    onCurrent(rowKey(next))
  }
  useShortcuts([
    {
      code: 'Space',
      label: '行を選ぶ・外す',
      when: () => !isOnControl() && at >= 0,
      run: () => rows[at] && choice.flip(rows[at]),
    },
    { code: 'ArrowDown', shift: true, label: '下の行まで選ぶ', repeats: true, run: () => extend(1) },
    { code: 'ArrowUp', shift: true, label: '上の行まで選ぶ', repeats: true, run: () => extend(-1) },
  ])
  return { ...choice, picked: rows.filter(choice.isChosen), clear: () => setKept(new Set()) }
}
