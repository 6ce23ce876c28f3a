import type { Insertable } from 'kysely'
import type { AnalysisCandidate } from '#contract/analysis'
import type { Db } from '#server/platform/db'
import type { analysis_run } from '#server/platform/db-types'

type RunFields = Pick<Insertable<analysis_run>, 'company_id' | 'asked_by'> &
  Partial<Omit<Insertable<analysis_run>, 'candidates'>> & { candidates?: readonly AnalysisCandidate[] }

export const madeCandidate = (
  known: Pick<AnalysisCandidate, 'field' | 'value'> & Partial<AnalysisCandidate>,
): AnalysisCandidate => ({ id: null, confidence: 0.95, source: 'label', picture: 0, box: null, ...known })

export async function makeAnalysisRun(
  db: Db,
  { candidates = [madeCandidate({ field: 'brand', value: 'GUCCI' })], ...fields }: RunFields,
): Promise<number> {
  const { id } = await db
    .insertInto('analysis_run')
    .values({
      ...{ kind: 'images', engine: 'local', ms: 900, asked_at: '2026-11-20T10:00:00+09:00' },
      ...fields,
      candidates: JSON.stringify(candidates),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
