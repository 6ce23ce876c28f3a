import { analysisEngineLabel } from '#contract/analysis'
import { labelOf } from '#contract/codes'
import { Muted } from '#web/ui/page.tsx'
import type { Analysis } from './use-item-analysis.ts'

/** Which engine read the photos, or that nothing could be read. */
export function PhotoReading({
  analysis: { candidates, message, engine, fallback },
}: {
  analysis: Analysis
}) {
  const read = candidates.length === 0 ? message : labelOf(analysisEngineLabel, engine)
  return (
    <Muted role="status">
      写真の読み取り: {read}
      {fallback && <span>({fallback.message})</span>}
    </Muted>
  )
}
