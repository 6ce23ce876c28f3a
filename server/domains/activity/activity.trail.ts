import { type activityCalls, mostActivities } from '#contract/activity'
import type { CallQuery } from '#contract/call'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { refuse } from '#server/platform/refusal'
import {
  accountOf,
  countTrail,
  namesFor,
  type TrailFilter,
  type TrailRow,
  trailPersons,
  trailRows,
} from './activity.queries.ts'
import { inWords } from './activity.rules.ts'

/** People of the operator's house are administrators or not, as those of dealers. */
export function requireTrailReader(actor: BusinessActor): void {
  if (!actor.is_admin) throw refuse('permission_denied')
}

type Asked = CallQuery<typeof activityCalls.csv>

/** A person of another company did nothing here: no account has the number 0. */
export async function filterOf(
  db: Db,
  actor: BusinessActor,
  { person, ...rest }: Asked,
): Promise<TrailFilter> {
  if (person === undefined) return rest
  return { ...rest, account: (await accountOf(db, actor, person)) ?? 0 }
}

export async function listTrail(db: Db, actor: BusinessActor, { page, size, ...asked }: Asked & Paged) {
  requireTrailReader(actor)
  const filter = await filterOf(db, actor, asked)
  const listed = await paginate(
    { page, size },
    () => countTrail(db, actor, filter),
    ({ limit, offset }) =>
      trailRows(db, actor, filter, { limit: Math.min(limit, mostActivities - offset), offset }),
  )
  const names = await namesFor(db, actor)
  return { ...listed, rows: listed.rows.map((row) => shown(row, names)) }
}

export function trailPeople(db: Db, actor: BusinessActor) {
  requireTrailReader(actor)
  return trailPersons(db, actor)
}

export function shown(row: TrailRow, names: Awaited<ReturnType<typeof namesFor>>) {
  const { id, at, action, actor_name, object_type, object_id, object_request, object_shop } = row
  const kind = row.is_own ? ('own' as const) : row.is_house ? ('house' as const) : ('system' as const)
  const { object, ...words } = inWords(row, names)
  return {
    id,
    at,
    who: { kind, name: actor_name },
    action,
    ...words,
    object: { type: object_type, id: object_id, label: object, request: object_request, shop: object_shop },
  }
}
