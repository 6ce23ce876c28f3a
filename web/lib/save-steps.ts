import { type Editable, fieldIn, isSame, type SaveShape } from './save-shape.ts'

/** One undoable change: the fields before and after it. */
export type Step<Patch> = { slug: string; before: Patch; after: Patch }

const MOST_STEPS = 50

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** True while nobody has changed the fields since. Compared without outer spaces, which the server removes. */
export const stands = <Row extends Editable, Field extends string, Patch extends object>(
  { fieldsOf, within }: SaveShape<Row, Field, Patch>,
  row: Row,
  patch: Patch,
): boolean =>
  fieldsOf(patch).every((field) =>
    [patch, within?.(patch) ?? patch].some((wanted) =>
      isSame(trimmed(fieldIn(row, field)), trimmed(fieldIn(wanted, field))),
    ),
  )

type Options<Patch> = { start: readonly Step<Patch>[]; keep: (steps: readonly Step<Patch>[]) => void }

/** The undo and redo stacks of a save queue. Steps are recorded when the user types, before they are sent. */
export function createSteps<Row extends Editable, Field extends string, Patch extends object>(
  shape: SaveShape<Row, Field, Patch>,
  { start, keep }: Options<Patch>,
) {
  type Change = Step<Patch>
  const { fieldsOf, pick } = shape
  const isIdle = ({ before, after }: Change): boolean =>
    fieldsOf(after).every((field) => isSame(fieldIn(before, field), fieldIn(after, field)))
  const stacks = { undo: [...start], redo: [] as Change[] }
  const { undo, redo } = stacks
  /** While the user goes on typing in this item, changes join its newest step, so that one undo takes all of it back. */
  let open: string | undefined
  const replace = (stack: Change[], next: readonly Change[]) => void stack.splice(0, stack.length, ...next)
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
    record(slug: string, was: Row, is: Row, fields: readonly Field[]) {
      const earlier = open === slug ? undo.at(-1) : undefined
      const step: Change = {
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
    last: (which: keyof typeof stacks): Change | undefined => stacks[which].at(-1),
    /** Removes the newest step. `stays`: it moves to the other stack, so that it can be reversed in turn. */
    take(which: keyof typeof stacks, stays: boolean) {
      const step = stacks[which].pop()
      open = undefined
      if (step && stays) (which === 'undo' ? redo : undo).push(step)
      changed()
    },
    /** Steps take over values as the server stored them (trimmed text), or an undo would not recognise them. */
    stored(slug: string, sent: Patch, answer: Row) {
      const other = fieldsOf(sent).filter((field) => !isSame(fieldIn(answer, field), fieldIn(sent, field)))
      if (other.length === 0) return
      const asStored = (patch: Patch): Patch => ({
        ...patch,
        ...pick(
          answer,
          other.filter(
            (field) => Object.hasOwn(patch, field) && isSame(fieldIn(patch, field), fieldIn(sent, field)),
          ),
        ),
      })
      const update = (step: Change): Change =>
        step.slug === slug ? { slug, before: asStored(step.before), after: asStored(step.after) } : step
      for (const stack of [undo, redo]) replace(stack, stack.map(update))
      changed()
    },
    /** Unsaved input was discarded: drops the steps that never took effect. */
    giveUp(slug: string, row: Row) {
      open = undefined
      const index = undo.findLastIndex((step) => step.slug === slug && stands(shape, row, step.after))
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
