import type { Grade } from '#contract/codes'
import type { Shortcut } from '#web/ui/shortcut-list.ts'
import { bandKeys, bands, gradeOfBand, gradeOfLevel, levels } from './grade-field.tsx'
import { reasonKey } from './not-buyable-dialog.tsx'

export type BenchActions = {
  step: (by: number) => void
  /** Returns what goes back; undefined where leaving the article does more than show another. */
  stepAhead: (by: number) => (() => void) | undefined
  photo: (by: number) => void
  movePhoto: (by: number) => void
  takePhoto: () => void
  grade: Grade | null
  setGrade: (grade: Grade) => void
  setGradeAhead: (grade: Grade) => (() => void) | undefined
  focus: (field: 'brand' | 'price') => void
  acceptSuggested: () => void
  /** Undefined while photos suggest nothing that is certain enough. */
  confirmSuggestions: (() => void) | undefined
  judge: () => void
  addDeduction: () => void
  template: () => void
  /** Undefined while the comment says nothing that changed. */
  refreshComment: (() => void) | undefined
  notBuyable: () => void
  finish: () => unknown
  undo: () => void
  redo: () => void
  hold: () => void
  printLabel: () => void
  custody: () => void
  duplicate: () => unknown
  split: () => void
  copyCode: () => unknown
  publish: (() => unknown) | undefined
}

type Options = {
  readOnly: boolean
  waits: boolean
}

export function benchShortcuts(act: BenchActions, { readOnly, waits }: Options): Shortcut[] {
  const reading: Shortcut[] = [
    { code: 'KeyJ', label: '次の商品', run: () => act.step(1), runAhead: () => act.stepAhead(1) },
    { code: 'KeyK', label: '前の商品', run: () => act.step(-1), runAhead: () => act.stepAhead(-1) },
    { code: 'ArrowDown', label: '次の商品', run: () => act.step(1) },
    { code: 'ArrowUp', label: '前の商品', run: () => act.step(-1) },
    { code: 'Comma', label: '前の写真', run: () => act.photo(-1) },
    { code: 'Period', label: '次の写真', run: () => act.photo(1) },
    { code: 'KeyL', label: 'ラベルを印刷する', run: act.printLabel },
    { code: 'KeyM', label: '保管の記録を見る', run: act.custody },
    { code: 'KeyC', label: '商品コードをコピーする', run: act.copyCode },
    // Not O: request and badge codes begin with it.
    ...(act.publish ? [{ code: 'KeyF', label: '確認・公開へ進む', run: act.publish }] : []),
  ]
  if (readOnly) return reading
  const toGrade = (grade: Grade | null) => ({
    run: () => grade && act.setGrade(grade),
    runAhead: () => (grade ? act.setGradeAhead(grade) : undefined),
  })
  const writing: Shortcut[] = [
    { code: 'Enter', ctrl: true, label: '保存して次へ', run: act.finish, inFields: true },
    { code: 'KeyP', label: '写真を足す', run: act.takePhoto },
    { code: 'Comma', shift: true, label: '写真を前へ移す', run: () => act.movePhoto(-1) },
    { code: 'Period', shift: true, label: '写真を後ろへ移す', run: () => act.movePhoto(1) },
    { code: 'KeyB', label: 'ブランド', run: () => act.focus('brand') },
    ...bands.map((band, index) => ({
      code: bandKeys[index] as string,
      label: `グレード ${band}`,
      ...toGrade(gradeOfBand(act.grade, band)),
    })),
    ...levels.map((level) => ({
      code: `Digit${level}`,
      label: `グレードの ${level}`,
      ...toGrade(gradeOfLevel(act.grade, level)),
    })),
    { code: 'KeyV', label: '基準額', run: () => act.focus('price') },
    { code: 'KeyA', label: '実績の中央値を基準額にする', run: act.acceptSuggested },
    ...(act.confirmSuggestions
      ? [{ code: 'KeyI', label: '写真からの候補を確認して入れる', run: act.confirmSuggestions }]
      : []),
    { code: 'KeyY', label: '真贋を基準内にする', run: act.judge },
    { code: 'KeyD', label: '減額を足す', run: act.addDeduction },
    { code: 'Semicolon', label: '定型コメント', run: act.template },
    // Also from inside the comment, where a semicolon is text.
    { code: 'Semicolon', ctrl: true, label: '定型コメント(入力中も)', run: act.template, inFields: true },
    ...(act.refreshComment
      ? [{ code: 'KeyU', label: 'コメントを今の内容にそろえる', run: act.refreshComment }]
      : []),
    { code: 'KeyN', label: '買取不可にする', run: act.notBuyable },
    { ...reasonKey(0), label: '買取不可の理由(Alt 1〜5)', run: act.notBuyable, elsewhere: true },
    { code: 'KeyS', label: '同じ内容の商品を足す', run: act.duplicate },
    { code: 'KeyS', shift: true, label: '2点に分ける', run: act.split },
    { code: 'KeyH', label: '保留にする', run: act.hold },
    { code: 'KeyZ', ctrl: true, label: '直前の入力を元に戻す', run: act.undo },
    { code: 'KeyZ', ctrl: true, shift: true, label: 'やり直す', run: act.redo },
  ]
  return [...writing.map((one) => ({ ...one, waits })), ...reading]
}
