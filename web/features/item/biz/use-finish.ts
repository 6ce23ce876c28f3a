import { type RefObject, useRef, useState } from 'react'
import { itemStatus as I } from '#contract/lifecycle'
import type { PublicationProblem } from '#contract/publication'
import { beep } from '#web/ui/beep.ts'
import { enterField, leaveField } from '#web/ui/keyboard.ts'
import { notify } from '#web/ui/notify.tsx'
import { NOWHERE } from '#web/ui/shortcut-list.ts'
import type { BenchRefs } from './bench-form.tsx'
import { missingOf, outdatedIn } from './bench-price.ts'
import type { Item, Patch } from './bench-types.ts'
import type { DeductionEditing } from './deduction-drafts.ts'
import type { FreeText } from './free-text.ts'
import { type SaveQueue, viewOf } from './save-queue.ts'
import type { useAccountOf } from './use-bench-items.ts'

/** Audible, for users who type without looking. */
function refused() {
  beep(false)
  return NOWHERE
}

export function useBenchRefs(): BenchRefs {
  return {
    brand: useRef(null),
    category: useRef(null),
    price: useRef(null),
    authenticity: useRef(null),
    priceReason: useRef(null),
    priceReasonPhoto: useRef(null),
    comment: useRef(null),
  }
}

type Options = {
  slug: string
  view: Item | undefined
  readOnly: boolean
  queue: SaveQueue
  account: ReturnType<typeof useAccountOf>
  deduction: DeductionEditing
  unchosen: FreeText
  figures: ReturnType<ReturnType<typeof useAccountOf>> | null
  refs: BenchRefs
  /** Goes to the next article. */
  onSent: () => void
}

/** Ends the work on an article, or leads to what is missing for it. */
export function useFinish(options: Options) {
  const { slug, view, readOnly, queue, account, deduction, unchosen, figures, refs, onSent } = options
  const [tried, setTried] = useState('')
  const send = (patch: Patch) => {
    queue.edit(slug, patch)
    void queue.flush(slug)
    setTried('')
    // The next keys are commands for the next item.
    leaveField()
    onSent()
  }
  /** Blocks keys typed ahead when something is missing: they are meant for the next item. */
  const finish = (): unknown => {
    // An unfinished deduction affects the price, so it is settled first.
    if (!view || readOnly) return undefined
    if (!deduction.settle()) return refused()
    const now = queue.getState().entries[slug]
    const settled = now ? account(now) : figures
    const missing = missingOf(view, settled)
    const [written] = unchosen.fields
    if (missing.length === 0 && !written) {
      if (outdatedIn(now ? viewOf(now) : view, settled).length > 0)
        notify.info(`${view.seq}点目のコメントに前の内容が残っています。公開の前に直してください。`)
      return send(view.status === I.ASSESSED ? {} : { status: I.ASSESSED })
    }
    setTried(slug)
    if (written) refs[written].current?.focus()
    else if (missing[0] === 'category') enterField(refs.category.current)
    else if (missing[0] === 'basePrice') enterField(refs.price.current)
    else leaveField()
    return refused()
  }
  return { tried, send, finish }
}

/** Where a problem that keeps the result from being published is mended. */
export function goToProblem(
  problem: PublicationProblem,
  refs: BenchRefs,
  file: RefObject<HTMLInputElement | null>,
): void {
  if (problem === 'photo_missing') {
    file.current?.click()
    return
  }
  if (problem === 'comment_outdated') {
    // Not selected: most of it stays.
    refs.comment.current?.focus()
    return
  }
  const field = {
    items_unfinished: refs.price,
    authenticity_undetermined: refs.authenticity,
    price_reason_missing: refs.priceReason,
    price_photo_missing: refs.priceReasonPhoto,
  }[problem]
  enterField(field.current)
}
