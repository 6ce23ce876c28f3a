import { itemStatus as I } from '#contract/lifecycle'
import { fieldsOf, type Item, isSame, type Patch, pick, type WritableField } from './bench-types.ts'

/** What was written in one go, as the fields were before it and as they are after it. */
export type Step = { slug: string; before: Patch; after: Patch }

const MOST_STEPS = 50

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** A started item never returns to received. */
export const within = (patch: Patch): Patch =>
  patch.status === I.RECEIVED ? { ...patch, status: I.ASSESSING } : patch

/** Whether an item still says what was written. */
export const stands = (item: Item, patch: Patch): boolean =>
  fieldsOf(patch).every((field) =>
    [patch[field], within(patch)[field]].some((value) => isSame(trimmed(item[field]), trimmed(value))),
  )

const isIdle = ({ before, after }: Step): boolean =>
  fieldsOf(after).every((field) => isSame(before[field], after[field]))

type Options = { start: readonly Step[]; keep: (steps: readonly Step[]) => void }

/** What was written, in its order, whether it is sent or not. */
export function createSteps({ start, keep }: Options) {
  const stacks = { undo: [...start], redo: [] as Step[] }
  const { undo, redo } = stacks
  /** The item whose newest step goes on growing. */
  let open: string | undefined
  const replace = (stack: Step[], next: readonly Step[]) => void stack.splice(0, stack.length, ...next)
  const changed = () => keep([...undo])

  return {
    counts: () => ({ undo: undo.length, redo: redo.length }),
    /** Returns what brings the steps back to what they are now. */
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
    /** What is written after it is another step. */
    close(slug: string) {
      if (open === slug) open = undefined
    },
    last: (which: keyof typeof stacks): Step | undefined => stacks[which].at(-1),
    /** `stays`: it can be taken back itself. */
    take(which: keyof typeof stacks, stays: boolean) {
      const step = stacks[which].pop()
      open = undefined
      if (step && stays) (which === 'undo' ? redo : undo).push(step)
      changed()
    },
    /** The server has written some of it in its own way. */
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
    /** Its input was given up: only what the item says now can be taken back. */
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
