import { monthDayTime } from '#web/lib/dates.ts'
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx'
import { fieldLabels, type WritableField } from './bench-types.ts'
import { valueText } from './bench-values.ts'
import { type QueueState, type SaveQueue, viewOf } from './save-queue.ts'
import { itemTitle } from './use-bench-items.ts'

type Props = {
  state: QueueState
  queue: SaveQueue
  /** Conflicts whose dialog was closed; the article offers to open it again. */
  closed: readonly unknown[]
  onClose: (problem: unknown) => void
}

/** One after the other. */
export function BenchConflict({ state, queue, closed, onClose }: Props) {
  const found = Object.entries(state.entries).find(
    ([, { problem }]) => problem?.kind === 'conflict' && !closed.includes(problem),
  )
  if (!found) return null
  const [slug, entry] = found
  const { problem } = entry
  if (problem?.kind !== 'conflict') return null
  const mine = viewOf(entry)
  const { editedBy, editedAt } = problem.theirs
  return (
    <ConflictDialog
      key={`${slug}-${problem.theirs.version}`}
      open
      theirsBy={[editedBy, editedAt && monthDayTime(editedAt)].filter(Boolean).join('・')}
      about={`${mine.seq}点目 ${itemTitle(mine)}`}
      fields={problem.fields.map((field) => ({
        key: field,
        label: fieldLabels[field],
        mine: valueText(field, mine),
        theirs: valueText(field, problem.theirs),
      }))}
      onClose={() => onClose(problem)}
      onResolve={(choice) => {
        const theirs = Object.entries(choice).filter(([, side]) => side === 'theirs')
        queue.resolve(
          slug,
          theirs.map(([field]) => field as WritableField),
        )
      }}
    />
  )
}
