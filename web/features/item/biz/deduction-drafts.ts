import { type RefObject, useRef } from 'react'
import type { PhotoMark } from '#contract/item'
import { useDraft } from '#web/lib/draft.ts'
import { isSame } from '#web/lib/save-shape.ts'
import type { Deduction } from './bench-types.ts'

/** `index` is the place of a stored deduction, or one past the last for a new one. */
export type DeductionDraft = {
  index: number
  label: string
  place: string
  amount: number | null
  photo: number | null
  /** Where on that photo the defect is. */
  mark: PhotoMark | null
  tried: boolean
}

export const draftOf = (
  deductions: readonly Deduction[],
  index: number,
  photoShown: number | undefined,
): DeductionDraft => {
  const { label, place, amount, photo, mark } = deductions[index] ?? {
    label: '',
    place: '',
    amount: null,
    photo: photoShown ?? null,
    mark: null,
  }
  return { index, label, place, amount, photo, mark, tried: false }
}

/** The photo of a new one is preset, so it does not count as input. */
export function isUntouched(draft: DeductionDraft, deductions: readonly Deduction[]): boolean {
  const { label, place, amount, photo, mark } = draft
  const stored = deductions[draft.index]
  if (!stored) return label.trim() === '' && place.trim() === '' && amount === null
  return (
    label === stored.label &&
    place === stored.place &&
    amount === stored.amount &&
    photo === stored.photo &&
    isSame(mark, stored.mark)
  )
}

export const missingOfDraft = ({ label, amount }: DeductionDraft): ('label' | 'amount')[] => [
  ...(label.trim() === '' ? (['label'] as const) : []),
  ...(amount === null || amount <= 0 ? (['amount'] as const) : []),
]

export function withDraft(deductions: readonly Deduction[], draft: DeductionDraft): Deduction[] | undefined {
  const { index, label, place, amount, photo, mark } = draft
  if (missingOfDraft(draft).length > 0 || amount === null) return undefined
  const whole = {
    label: label.trim(),
    place: place.trim(),
    amount,
    photo,
    mark: photo === null ? null : mark,
  }
  return index < deductions.length ? deductions.with(index, whole) : [...deductions, whole]
}

type Drafts = Readonly<Record<string, DeductionDraft>>
const none: Drafts = {}

export type DeductionEditing = {
  draft: DeductionDraft | undefined
  /** Set on opening and on errors; the editor takes the focus once and resets it. */
  wantsFocus: RefObject<boolean>
  open: (index: number) => void
  change: (draft: DeductionDraft) => void
  /** Saves a complete draft and closes an untouched one; otherwise shows errors and returns false. */
  settle: () => boolean
  /** Like `settle`, but keeps an incomplete draft without showing errors. */
  layAside: () => void
  drop: () => void
  isUntouched: () => boolean
}

type Target = {
  deductions: readonly Deduction[]
  photoShown: number | undefined
  save: (deductions: Deduction[]) => void
}

/** One draft per item, kept across reloads: a price without it would be too high. */
export function useDeductionDrafts(request: number) {
  const { value, setValue, clear } = useDraft(`bench-deductions:${request}`, none, { version: 2 })
  const wantsFocus = useRef(false)
  const put = (slug: string, draft: DeductionDraft) => setValue((before) => ({ ...before, [slug]: draft }))
  const drop = (slug: string) => {
    const { [slug]: _gone, ...others } = value
    if (Object.keys(others).length === 0) clear()
    else setValue(others)
  }
  return {
    drafts: value,
    of(slug: string, target: Target | undefined): DeductionEditing {
      const draft = target && value[slug]
      const saved = () => {
        if (!draft) return true
        if (isUntouched(draft, target.deductions)) {
          drop(slug)
          return true
        }
        const next = withDraft(target.deductions, draft)
        if (next) {
          target.save(next)
          drop(slug)
          return true
        }
        return false
      }
      const settle = () => {
        if (!draft || saved()) return true
        wantsFocus.current = true
        put(slug, { ...draft, tried: true })
        return false
      }
      return {
        draft,
        wantsFocus,
        open(index) {
          if (!target || !settle()) return
          wantsFocus.current = true
          // The open draft is saved by now, so a new one comes after it.
          const stored = (draft && withDraft(target.deductions, draft)) ?? target.deductions
          const at = index < target.deductions.length ? index : stored.length
          put(slug, draftOf(stored, at, target.photoShown))
        },
        change: (next) => put(slug, next),
        settle,
        layAside: () => void saved(),
        drop: () => drop(slug),
        isUntouched: () => !draft || isUntouched(draft, target.deductions),
      }
    },
  }
}
