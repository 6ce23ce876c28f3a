import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { notFound } from '#server/platform/refusal'
import { countRuns, keepConfirmation, type RunFilter, runById, runRows } from './analysis.queries.ts'

export const listRuns = (db: Db, actor: BusinessActor, query: RunFilter & Paged) =>
  paginate(
    query,
    () => countRuns(db, actor, query),
    (window) => runRows(db, actor, query, window),
  )

export const isRunOf = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await runById(db, actor, id)) !== undefined

/** Keeps what a person made of a suggestion; what was suggested first is what it is compared with. */
export async function confirmField(
  db: Db,
  actor: BusinessActor,
  id: number,
  { field, chosen }: { field: string; chosen: string },
) {
  const run = await runById(db, actor, id)
  if (!run) throw notFound()
  const [suggested] = run.candidates.filter((candidate) => candidate.field === field)
  await inTransaction(db, (tx) =>
    keepConfirmation(tx, {
      run_id: id,
      field,
      suggested: suggested?.value ?? '',
      confidence: suggested?.confidence ?? null,
      chosen,
      by_id: actor.business_user_id,
      at: actor.at.toISOString(),
    }),
  )
  const shown = await runById(db, actor, id)
  if (!shown) throw notFound()
  return shown
}
