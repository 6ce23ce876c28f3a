import { itemStatus as I } from '#contract/lifecycle'
import { fieldsOf, type Item, isSame, type Patch, pick, type WritableField } from './bench-types.ts'

/** One undoable change: the fields before and after it. */
export type Step = { slug: string; before: Patch; after: Patch }

const MOST_STEPS = 50

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** Undoing the first change must not set the item back to received, which the server refuses. */
export const within = (patch: Patch): Patch =>
  patch.status === I.RECEIVED ? { ...patch, status: I.ASSESSING } : patch

/** True while nobody has changed the fields since. Compared without outer spaces, which the server removes. */
export const stands = (item: Item, patch: Patch): boolean =>
  fieldsOf(patch).every((field) =>
    [patch[field], within(patch)[field]].some((value) => isSame(trimmed(item[field]), trimmed(value))),
  )

const isIdle = ({ before, after }: Step): boolean =>
  fieldsOf(after).every((field) => isSame(before[field], after[field]))

type Options = { start: readonly Step[]; keep: (steps: readonly Step[]) => void }

/** The undo and redo stacks of a bench. Steps are recorded when the user types, before they are sent. */
export function createSteps({ start, keep }: Options) {
  const stacks = { undo: [...start], redo: [] as Step[] }
  const { undo, redo } = stacks
  /** While the user goes on typing in this item, changes join its newest step, so that one undo takes all of it back. */
  let open: string | undefined
  const replace = (stack: Step[], next: readonly Step[]) => void stack.splice(0, stack.length, ...next)
  const changed = () => keep([...undo])

  return {
    counts: () => ({ undo: undo.length, redo: redo.length }),
    /** Returns a function that restores the present stacks. */
    mark(): () => void {
      const then = { undo: [...undo], redo: [...redo], open }
      return () => {
        for (const which of ['undo', 'redo'] as const) replace(stacks[which], then[which])
        open = then.open
        changed()
      }
    },
    record(slug: string, was: Item, is: Item, fields: readonly WritableField[]) {
      const earlier = open === slug ? undo.at(-1) : undefined
      const step: Step = {
        slug,
        before: { ...pick(was, fields), ...earlier?.before },
        after: { ...earlier?.after, ...pick(is, fields) },
      }
      if (!earlier && isIdle(step)) return
      if (earlier) undo.pop()
      open = isIdle(step) ? undefined : slug
      if (open) undo.push(step)
      if (undo.length > MOST_STEPS) undo.shift()
      redo.length = 0
      changed()
    },
    /** Ends the current step: the next change starts a new one. */
    close(slug: string) {
      if (open === slug) open = undefined
    },
    last: (which: keyof typeof stacks): Step | undefined => stacks[which].at(-1),
    /** Removes the newest step. `stays`: it moves to the other stack, so that it can be reversed in turn. */
    take(which: keyof typeof stacks, stays: boolean) {
      const step = stacks[which].pop()
      open = undefined
      if (step && stays) (which === 'undo' ? redo : undo).push(step)
      changed()
    },
    /** Steps take over values as the server stored them (trimmed text), or an undo would not recognise them. */
    stored(slug: string, sent: Patch, answer: Item) {
      const other = fieldsOf(sent).filter((field) => !isSame(answer[field], sent[field]))
      if (other.length === 0) return
      const asStored = (patch: Patch): Patch => ({
        ...patch,
        ...pick(
          answer,
          other.filter((field) => Object.hasOwn(patch, field) && isSame(patch[field], sent[field])),
        ),
      })
      const update = (step: Step): Step =>
        step.slug === slug ? { slug, before: asStored(step.before), after: asStored(step.after) } : step
      for (const stack of [undo, redo]) replace(stack, stack.map(update))
      changed()
    },
    /** Unsaved input of the item was discarded: drops the steps that never took effect. */
    giveUp(slug: string, item: Item) {
      open = undefined
      const index = undo.findLastIndex((step) => step.slug === slug && stands(item, step.after))
      replace(
        undo,
        undo.filter((step, at) => step.slug !== slug || at <= index),
      )
      changed()
    },
    forget(slug: string) {
      open = undefined
      for (const stack of [undo, redo])
        replace(
          stack,
          stack.filter((step) => step.slug !== slug),
        )
      changed()
    },
  }
}
