import { beep } from '#web/ui/beep.ts'
import { enterField } from '#web/ui/keyboard.ts'
import { useScans } from '#web/ui/use-scans.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type BenchActions, benchShortcuts } from './bench-keys.ts'
import type { Work } from './use-bench-work.ts'

/** `真贋 基準内` */
const GENUINE = 1

export function useBenchKeys(work: Work) {
  const { photos, file, view, edit, editAhead, refs, suggested, deduction, slug, setSheet } = work
  const { finish, takeBack, extras, readOnly, rows, query } = work
  const actions: BenchActions = {
    step: work.step,
    stepAhead: work.stepAhead,
    photo: photos.step,
    movePhoto: (by) => photos.move(photos.shown, photos.shown + by),
    takePhoto: () => file.current?.click(),
    grade: view?.grade ?? null,
    setGrade: (grade) => edit({ grade }),
    setGradeAhead: (grade) => editAhead({ grade }),
    focus: (field) => enterField(refs[field].current),
    judge: () => edit({ authenticity: GENUINE }),
    acceptSuggested: () => suggested && edit({ basePrice: suggested.amount }),
    confirmSuggestions: work.confirmSuggestions,
    addDeduction: () => deduction.open(view?.deductions.length ?? 0),
    template: () => setSheet('template'),
    refreshComment: work.refreshComment,
    notBuyable: () => setSheet('notBuyable'),
    finish,
    undo: () => takeBack('undo'),
    redo: () => takeBack('redo'),
    hold: () => setSheet('hold'),
    printLabel: () => setSheet('label'),
    custody: () => setSheet('custody'),
    duplicate: extras.duplicate,
    split: () => work.openSplit(),
    copyCode: extras.copyCode,
    publish: work.allDone ? work.publish : undefined,
  }
  // Buffers keys until the item has loaded.
  useShortcuts(benchShortcuts(actions, { readOnly, waits: !view && !query.error && slug !== '' }))
  useScans(({ code }) => {
    const found = rows.find((row) => row.slug === code)
    if (!found) return false
    beep(true)
    // The scanned item is already in hand, so an unfinished deduction does not block it.
    if (found.slug !== slug) deduction.layAside()
    work.selection.pick(found.slug)
    return true
  })
  return actions
}
