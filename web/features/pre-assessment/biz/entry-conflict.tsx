import { attributeWords } from '#contract/attribute-text'
import { itemGender, labelOf } from '#contract/codes'
import { preAssessmentChannelLabel } from '#contract/pre-assessment'
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx'
import { type Head, type HeadField, headLabels, headRules, rowRules } from './entry-queues.ts'
import { fieldLabels, type Row, type RowField } from './entry-types.ts'
import { bandText } from './pre-assessment-words.ts'
import type { Entry } from './use-entry.ts'

function rowText(row: Row, field: RowField): string {
  switch (field) {
    case 'brand':
      return row.brandName || '—'
    case 'category':
      return row.categoryName || '—'
    case 'condition':
      return row.conditionName || '—'
    case 'season':
      return row.seasonName || '—'
    case 'gender':
      return row.gender === null ? '—' : labelOf(itemGender, row.gender)
    case 'attributes':
      return attributeWords(row.attributes) || '—'
    case 'hand':
      return row.hand ? bandText(row.hand.low, row.hand.high) : 'テンプレートの幅'
    default:
      return String(row[field]) || '—'
  }
}

function headText(head: Head, field: HeadField): string {
  const shown: Partial<Record<HeadField, string>> = {
    channel: labelOf(preAssessmentChannelLabel, head.channel),
    shop: head.shopName,
    operator: head.operatorName,
    prospect: head.prospectName,
  }
  return (shown[field] ?? String(head[field] ?? '')) || '—'
}

/** Both versions of what two people wrote: of a row, or of what stands above the rows. */
export function EntryConflict({ entry }: { entry: Entry }) {
  const { state, queue, head, headState, lines, id } = entry
  const top = headState.entries[String(id)]
  if (top?.problem?.kind === 'conflict') {
    const { theirs, fields } = top.problem
    const mine = headRules.viewOf(top)
    return (
      <ConflictDialog
        key={`head-${theirs.version}`}
        open
        fields={fields.map((field) => ({
          ...{ key: field, label: headLabels[field] },
          ...{ mine: headText(mine, field), theirs: headText(theirs, field) },
        }))}
        onClose={() => head.discard(String(id))}
        onResolve={(choice) =>
          head.resolve(
            String(id),
            fields.filter((field) => choice[field] === 'theirs'),
          )
        }
      />
    )
  }
  const found = Object.entries(state.entries).find(([, { problem }]) => problem?.kind === 'conflict')
  if (!found) return null
  const [slug, one] = found
  const { problem } = one
  if (problem?.kind !== 'conflict') return null
  const mine = rowRules.viewOf(one)
  const number = lines.findIndex(({ row }) => row.slug === slug) + 1
  const { theirs, fields } = problem
  return (
    <ConflictDialog
      key={`${slug}-${theirs.version}`}
      open
      about={`${number}行目 ${[mine.brandName, mine.categoryName].filter(Boolean).join(' ')}`}
      fields={fields.map((field) => ({
        ...{ key: field, label: fieldLabels[field] },
        ...{ mine: rowText(mine, field), theirs: rowText(theirs, field) },
      }))}
      onClose={() => queue.discard(slug)}
      onResolve={(choice) =>
        queue.resolve(
          slug,
          fields.filter((field) => choice[field] === 'theirs'),
        )
      }
    />
  )
}
