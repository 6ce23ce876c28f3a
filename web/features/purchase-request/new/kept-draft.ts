import { isPlainObject } from '#web/lib/case.ts'
import { emptyDraft, type RequestDraft, stepIn } from './request-draft.ts'

/** Consent is given when the request is sent, and the step is no content. */
export type KeptField = Exclude<keyof RequestDraft, 'step' | 'agreedTerms'>

export const keptFields = Object.keys(emptyDraft).filter(
  (name): name is KeptField => name !== 'step' && name !== 'agreedTerms',
)

type Fields = Record<string, never>

export const fieldsOf = (value: RequestDraft): Fields =>
  Object.fromEntries(keptFields.map((field) => [field, value[field]])) as Fields

const isSimilar = (initial: unknown, value: unknown): boolean =>
  initial === null
    ? value === null || ['number', 'string'].includes(typeof value)
    : isPlainObject(initial)
      ? isPlainObject(value)
      : value === null || typeof value === typeof initial

/** Another version of the page may have stored it: only what this one understands is taken. */
export function draftOf({ fields, step }: { fields: object; step: string }): RequestDraft {
  const known = keptFields.flatMap((field) => {
    const value: unknown = (fields as Record<string, unknown>)[field]
    return value !== undefined && isSimilar(emptyDraft[field], value) ? [[field, value]] : []
  })
  return { ...emptyDraft, ...Object.fromEntries(known), step: stepIn(step) ?? emptyDraft.step }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const isSame = (one: RequestDraft, other: RequestDraft): boolean =>
  one.step === other.step && keptFields.every((field) => same(one[field], other[field]))

/** What only one side changed is taken over; what both did in different ways is a conflict, in which `mine` stays for now. */
export function merge(
  before: RequestDraft,
  mine: RequestDraft,
  theirs: RequestDraft,
): { value: RequestDraft; conflicts: KeptField[] } {
  const changed = (value: RequestDraft, field: KeptField) => !same(value[field], before[field])
  const taken = keptFields.filter((field) => changed(theirs, field) && !changed(mine, field))
  const conflicts = keptFields.filter(
    (field) =>
      field !== 'unread' &&
      changed(theirs, field) &&
      changed(mine, field) &&
      !same(mine[field], theirs[field]),
  )
  const value = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
  return { value, conflicts }
}
