import type { Db } from '#server/platform/db'

interface RunFields {
  company_id: number
  asked_by: number
  item_id?: number | null
  asked_at?: string
}

export async function makeAnalysisRun(
  db: Db,
  { company_id, asked_by, item_id = null, asked_at = '2026-11-20T10:00:00+09:00' }: RunFields,
): Promise<number> {
  const found = { value: 'GUCCI', id: null, confidence: 0.95, source: 'label', picture: 0, box: null }
  const { id } = await db
    .insertInto('analysis_run')
    .values({
      company_id,
      asked_by,
      asked_at,
      item_id,
      kind: 'images',
      engine: 'local',
      ms: 900,
      candidates: JSON.stringify([{ ...found, field: 'brand' }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
