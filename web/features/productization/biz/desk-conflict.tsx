import { itemGender, labelOf, salesChannel } from '#contract/codes'
import { itemStatusLabel } from '#contract/lifecycle'
import { formatYen } from '#contract/text'
import { monthDayTime } from '#web/lib/dates.ts'
import { fieldIn } from '#web/lib/save-shape.ts'
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx'
import { type ProductQueue, type QueueState, viewOf } from './product-queue.ts'
import { labelOfField, type Product, type ProductField, titleOf } from './product-types.ts'

const sets: Partial<Record<ProductField, Readonly<Record<number, string>>>> = {
  status: itemStatusLabel,
  gender: itemGender,
  salesChannel,
}

export function valueText(field: ProductField, product: Product): string {
  const value = fieldIn(product, field)
  const set = sets[field]
  if (set) return labelOf(set, value as number | null)
  if (field === 'title' || field === 'description') return String(value || '項目から自動')
  if (typeof value === 'boolean') return value ? 'あり' : 'なし'
  if (field === 'sellingPrice') return typeof value === 'number' ? formatYen(value) : '—'
  return String(value ?? '') || '—'
}

type Props = {
  state: QueueState
  queue: ProductQueue
  /** Conflicts whose dialog was closed; the article offers to open it again. */
  closed: readonly unknown[]
  onClose: (problem: unknown) => void
}

/** Both versions of what two people wrote, one article after the other. */
export function DeskConflict({ state, queue, closed, onClose }: Props) {
  const found = Object.entries(state.entries).find(
    ([, { problem }]) => problem?.kind === 'conflict' && !closed.includes(problem),
  )
  if (!found) return null
  const [slug, entry] = found
  const { problem } = entry
  if (problem?.kind !== 'conflict') return null
  const mine = viewOf(entry)
  const { theirs, fields } = problem
  const { editedBy, editedAt } = theirs
  return (
    <ConflictDialog
      key={`${slug}-${theirs.version}`}
      open
      theirsBy={[editedBy, editedAt && monthDayTime(editedAt)].filter(Boolean).join('・')}
      about={`${mine.request}-${mine.seq} ${titleOf(mine)}`}
      fields={fields.map((field) => ({
        key: field,
        label: labelOfField(field, mine),
        mine: valueText(field, mine),
        theirs: valueText(field, theirs),
      }))}
      onClose={() => onClose(problem)}
      onResolve={(choice) =>
        queue.resolve(
          slug,
          fields.filter((field) => choice[field] === 'theirs'),
        )
      }
    />
  )
}
