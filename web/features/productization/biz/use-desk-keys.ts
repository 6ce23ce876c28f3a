import { itemStatus as I } from '#contract/lifecycle'
import { beep } from '#web/ui/beep.ts'
import { enterField } from '#web/ui/keyboard.ts'
import type { Shortcut } from '#web/ui/shortcut-list.ts'
import { useScans } from '#web/ui/use-scans.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { goTo, goToMeasures, goToNext } from './field-places.ts'
import { gapsOf, valueOfAttribute } from './product-facts.ts'
import { valueField } from './product-types.ts'
import { writeOwn } from './text-fields.tsx'
import type { Desk } from './use-desk.ts'

/** Not in an open list of suggestions, where Enter takes one. */
const isOnField = () =>
  document.activeElement?.matches('[data-field] :is(input, select):not([aria-expanded="true"])') === true

const first = (place: string) => document.querySelector<HTMLElement>(`#main [data-field="${place}"] input`)

type Sheets = { onPreview: () => void; onLabel: () => void }

function writing(desk: Desk): Shortcut[] {
  const { view, edit, evidence, slug, query } = desk
  const waits = !view && !query.error && slug !== ''
  const measures = () =>
    goToMeasures(
      (view?.attributes ?? [])
        .filter(({ isMeasure }) => isMeasure)
        .map((attribute) => ({
          place: valueField(attribute.id),
          isEmpty: view === undefined || valueOfAttribute(view, attribute) === null,
        })),
    )
  const gap = () => {
    const [one] = view ? gapsOf(view) : []
    if (one) goTo(one.place)
  }
  return [
    { code: 'Enter', ctrl: true, label: '出品待ちへ進め、次の商品へ', run: desk.finish, inFields: true },
    {
      code: 'Enter',
      label: '次の欄へ',
      inFields: true,
      when: isOnField,
      run: () => goToNext(document.activeElement as Element),
    },
    { code: 'KeyM', label: '採寸', run: measures },
    { code: 'KeyF', label: '足りない項目へ', run: gap },
    { code: 'KeyC', label: '色・素材・サイズ', run: () => enterField(first('color')) },
    { code: 'KeyT', label: '商品名を自分で書く', run: () => view && writeOwn('title', view, edit) },
    { code: 'KeyD', label: '説明を自分で書く', run: () => view && writeOwn('description', view, edit) },
    { code: 'KeyV', label: '販売価格', run: () => goTo('sellingPrice') },
    {
      code: 'KeyA',
      label: '販売実績の中央値を販売価格にする',
      run: () => evidence && edit({ sellingPrice: evidence.median }),
    },
    { code: 'KeyN', label: '販路', run: () => goTo('salesChannel') },
  ].map((one) => ({ ...one, waits }))
}

export function useDeskKeys(desk: Desk, { onPreview, onLabel }: Sheets): void {
  const { selection, lock, rows, view, takeBack, reopen, slug } = desk
  const reading: Shortcut[] = [
    { code: 'KeyJ', label: '次の商品', run: () => selection.step(1), runAhead: () => selection.stepAhead(1) },
    {
      code: 'KeyK',
      label: '前の商品',
      run: () => selection.step(-1),
      runAhead: () => selection.stepAhead(-1),
    },
    { code: 'ArrowDown', label: '次の商品', run: () => selection.step(1) },
    { code: 'ArrowUp', label: '前の商品', run: () => selection.step(-1) },
    { code: 'KeyS', label: 'お店での見え方', run: onPreview },
    { code: 'KeyL', label: 'ラベルを印刷する', run: onLabel },
    { code: 'KeyZ', ctrl: true, label: '直前の入力を元に戻す', run: () => takeBack('undo') },
    { code: 'KeyZ', ctrl: true, shift: true, label: 'やり直す', run: () => takeBack('redo') },
    ...(lock === 'finished' ? [{ code: 'KeyR', label: '商品化をやり直す', run: () => reopen(slug) }] : []),
  ]
  useShortcuts(lock === undefined ? [...writing(desk), ...reading] : reading)
  useScans(({ code }) => {
    const found = rows.find((row) => row.slug === code && row.status !== I.RETURN_REQUESTED)
    if (!found || (view && found.slug === view.slug)) return found !== undefined
    beep(true)
    selection.pick(found.slug)
    return true
  })
}
