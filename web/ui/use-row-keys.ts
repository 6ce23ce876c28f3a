import type { RefObject } from 'react'
import { type Shortcut, useShortcuts } from './use-shortcuts.ts'

type Options<RowData> = {
  rows: readonly RowData[] | undefined
  loading: boolean
  current: number
  body: RefObject<HTMLElement | null>
  onSelect?: (row: RowData) => unknown
  onOpen?: (row: RowData) => unknown
  /** For the only list of a page: keys act from anywhere, and this clears the selection. */
  onLeave?: () => unknown
}

/** Arrow keys and Enter for a list: page-wide, or only in its rows where a page has several lists. */
export function useRowKeys<RowData>(options: Options<RowData>): void {
  const { rows = [], loading, current, body, onSelect, onOpen, onLeave } = options
  const focused = () =>
    ([...(body.current?.children ?? [])] as (Element | null)[]).indexOf(document.activeElement)
  const isInside = () => body.current?.contains(document.activeElement) === true
  const here = () => (focused() >= 0 ? focused() : current)
  const goTo = (index: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, index))
    const row = rows[next]
    if (row === undefined) return
    const done = onSelect?.(row)
    if (isInside() || !onSelect) (body.current?.children[next] as HTMLElement | undefined)?.focus()
    return done
  }
  const step = (by: number) => goTo(here() < 0 ? 0 : here() + by)
  const open = () => {
    const row = rows[here()]
    return row === undefined ? undefined : (onOpen ?? onSelect)?.(row)
  }
  const waits = loading || options.rows === undefined
  const one = (code: string, label: string, run: () => unknown, more: Partial<Shortcut> = {}): Shortcut => ({
    code,
    label,
    waits,
    run,
    when: onLeave ? undefined : isInside,
    ...more,
  })
  useShortcuts(
    [
      one('KeyJ', '次の行', () => step(1), { repeats: true }),
      one('ArrowDown', '次の行', () => step(1), { repeats: true }),
      one('KeyK', '前の行', () => step(-1), { repeats: true }),
      one('ArrowUp', '前の行', () => step(-1), { repeats: true }),
      one('Home', '最初の行', () => goTo(0), { when: isInside }),
      one('End', '最後の行', () => goTo(rows.length - 1), { when: isInside }),
      one('Enter', '開く', open),
      ...(onLeave ? [one('Escape', '選択をやめる', onLeave, { waits: false })] : []),
    ],
    { enabled: Boolean(onSelect || onOpen) },
  )
}
