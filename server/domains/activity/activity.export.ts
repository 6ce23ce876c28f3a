import type { activityCalls } from '#contract/activity'
import type { CallQuery } from '#contract/call'
import type { BusinessActor } from '#server/platform/actor'
import { type CsvPiece, csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import { type Db, inTransaction } from '#server/platform/db'
import { countWholeTrail, namesFor, type TrailFilter, wholeTrail } from './activity.queries.ts'
import { recordActivity } from './activity.service.ts'
import { filterOf, shown } from './activity.trail.ts'

const columns = [
  { key: 'id', header: '番号' },
  { key: 'at', header: '日時' },
  { key: 'who', header: '担当者' },
  { key: 'label', header: '操作' },
  { key: 'object', header: '対象' },
  { key: 'before', header: '変更前' },
  { key: 'after', header: '変更後' },
  { key: 'facts', header: '内容' },
] as const

/** Whoever takes the trail away is in it, before the first row leaves. */
export async function* exportTrail(
  db: Db,
  actor: BusinessActor,
  asked: CallQuery<typeof activityCalls.csv>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  const filter = await filterOf(db, actor, asked)
  const rows = await countWholeTrail(db, actor, filter)
  const filters = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await inTransaction(db, (tx) =>
    recordActivity(tx, actor, { action: 'activity.export', detail: { rows, filters } }),
  )
  yield* csvPieces([...columns], cellsOf(db, actor, filter, signal), { bom: true })
}

async function* cellsOf(db: Db, actor: BusinessActor, filter: TrailFilter, signal: AbortSignal) {
  const names = await namesFor(db, actor)
  const batches = inBatches(db, wholeTrail(db, actor, filter), signal, { firstRowsSoon: true })
  for await (const rows of batches)
    yield rows.map((row) => {
      const { id, at, who, label, object, changes, facts } = shown(row, names)
      const lines = (side: 'before' | 'after') =>
        changes.map((change) => `${change.label}: ${change[side]}`).join('\n')
      return {
        ...{ id, at, label, object: object.label },
        who: { own: who.name, house: '運営', system: '自動処理' }[who.kind],
        before: lines('before'),
        after: lines('after'),
        facts: facts.map((fact) => `${fact.label}: ${fact.text}`).join('\n'),
      }
    })
}
