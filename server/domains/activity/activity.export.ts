import type { activityCalls } from '#contract/activity'
import type { CallQuery } from '#contract/call'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvPiece } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
import { countWholeTrail, namesFor, type TrailRow, wholeTrail } from './activity.queries.ts'
import { filterOf, shown } from './activity.trail.ts'
import { exportRecorded } from './recorded-export.ts'

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

/** Whoever takes the trail away is in it. */
export async function* exportTrail(
  db: Db,
  actor: BusinessActor,
  asked: CallQuery<typeof activityCalls.csv>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  const filter = await filterOf(db, actor, asked)
  const filters = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const names = await namesFor(db, actor)
  const list = {
    columns,
    activity: { action: 'activity.export', detail: { filters } } as const,
    count: () => countWholeTrail(db, actor, filter),
    rows: wholeTrail(db, actor, filter),
    cellsOf: (row: TrailRow) => cellsOf(row, names),
    firstRowsSoon: true,
  }
  yield* exportRecorded(db, actor, list, signal)
}

function cellsOf(row: TrailRow, names: Awaited<ReturnType<typeof namesFor>>) {
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
}
