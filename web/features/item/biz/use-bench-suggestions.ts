import { useState } from 'react'
import {
  type Candidate,
  useConfirmCandidate,
  useItemAnalysis,
} from '#web/features/analysis/shared/use-item-analysis.ts'
import { patchOf, type SuggestedField, suggestionsFor } from './bench-suggestions.ts'
import type { Item, Patch } from './bench-types.ts'

type Options = {
  slug: string
  view: Item | undefined
  readOnly: boolean
  online: boolean
  edit: (patch: Patch) => unknown
  typed: readonly SuggestedField[]
}

/** What the first photo says of empty fields. It is asked for in the background, and nothing waits for it. */
export function useBenchSuggestions({ slug, view, readOnly, online, edit, typed }: Options) {
  const hasGaps = view !== undefined && !(view.brand && view.category && view.color && view.productNumber)
  const first = view?.photos[0]?.id
  const analysis = useItemAnalysis(slug, first === undefined ? [] : [first], online && !readOnly && hasGaps)
  const tell = useConfirmCandidate()
  const [rejected, setRejected] = useState<readonly string[]>([])
  const suggestions =
    view && !readOnly
      ? suggestionsFor(view, analysis, typed).filter(({ field }) => !rejected.includes(`${slug} ${field}`))
      : []
  const confirmSuggested = (...chosen: Candidate[]) => {
    edit(Object.assign({}, ...chosen.map(patchOf)))
    if (analysis) for (const { field, value } of chosen) tell(analysis.run, field, value)
  }
  const sure = suggestions.flatMap((suggestion) => suggestion.sure ?? [])
  const isTold = hasGaps && !readOnly && (suggestions.length > 0 || analysis?.candidates.length === 0)
  return {
    suggestions,
    /** Undefined when there is nothing left to say: no field is empty, or all suggestions were dealt with. */
    reading: isTold ? analysis : undefined,
    /** None of them is right. */
    rejectSuggested: (field: SuggestedField) => {
      setRejected([...rejected, `${slug} ${field}`])
      if (analysis) tell(analysis.run, field, '')
    },
    confirmSuggested: (candidate: Candidate) => confirmSuggested(candidate),
    confirmSuggestions: sure.length > 0 ? () => confirmSuggested(...sure) : undefined,
  }
}
