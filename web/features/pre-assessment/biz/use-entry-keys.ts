import { enterField } from '#web/ui/keyboard.ts'
import { takeBack } from '#web/ui/take-back.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { Sheet } from './entry-sheets.tsx'
import type { Row } from './entry-types.ts'
import type { Entry } from './use-entry.ts'

type Acts = { open: (sheet: Sheet) => void; pdf: () => unknown; remove: (row: Row) => unknown }

export function useEntryKeys(entry: Entry, { open, pdf, remove }: Acts): void {
  const { isOpen, data, step, add, duplicate, current, goTo, line, queue, rows } = entry
  const maySend = isOpen || data?.state === 'sent'
  const inFields = true
  useShortcuts([
    ...(maySend
      ? [
          { code: 'Enter', ctrl: true, label: '申し込みに進む', run: () => open('hand-over'), inFields },
          { code: 'KeyL', alt: true, label: 'お客さまに渡す', run: () => open('send'), inFields },
        ]
      : []),
    { code: 'KeyP', alt: true, label: '見積書 PDF', run: pdf, inFields },
    { code: 'ArrowDown', alt: true, label: '次の品物', run: () => step(1), inFields, repeats: true },
    { code: 'ArrowUp', alt: true, label: '前の品物', run: () => step(-1), inFields, repeats: true },
    { code: 'KeyJ', label: '次の品物', run: () => step(1) },
    { code: 'KeyK', label: '前の品物', run: () => step(-1) },
    ...(isOpen
      ? [
          { code: 'KeyN', label: '品物を足す', run: add },
          { code: 'KeyD', ctrl: true, label: '同じ行をもう1つ', run: duplicate, inFields },
          {
            code: 'Backspace',
            alt: true,
            label: '行を消す',
            run: () => current && remove(current),
            inFields,
          },
          { code: 'KeyH', alt: true, label: '手で幅を決める', run: () => line && open('hand'), inFields },
          { code: 'KeyC', alt: true, label: 'お客さまを選ぶ', run: () => open('prospect'), inFields },
          {
            code: 'KeyM',
            label: 'メモ',
            run: () => enterField(document.querySelector<HTMLElement>('#main [name="pre-note"]')),
          },
          {
            code: 'KeyZ',
            ctrl: true,
            label: '直前の入力を元に戻す',
            run: () =>
              takeBack(
                'undo',
                queue,
                rows.map((row) => ({ ...row, seq: row.position + 1 })),
                goTo,
              ),
          },
        ]
      : []),
  ])
}
