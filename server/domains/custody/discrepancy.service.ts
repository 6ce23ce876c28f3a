import { hash } from 'node:crypto'
import type { CallBody, CallQuery } from '#contract/call'
import type { custodyCalls } from '#contract/custody'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { notFound, staleVersion } from '#server/platform/refusal'
import { isRequestOf } from './custody.service.ts'
import {
  countDiscrepancies,
  type DiscrepancyRow,
  discrepancyRow,
  discrepancyRows,
  firstDiscrepancies,
} from './discrepancy.queries.ts'
import { lockRequests } from './handover.service.ts'

/** Short, for the client to send back. */
const markOf = (found: string): string => hash('sha256', found, 'hex').slice(0, 16)

const shown = ({ found, ...row }: DiscrepancyRow) => ({ ...row, mark: markOf(found) })

export async function listDiscrepancies(
  db: Db,
  actor: BusinessActor,
  { shop, kind, explained, ...query }: CallQuery<typeof custodyCalls.discrepancies> & Paged,
) {
  const filter = { shop, kind, explained }
  const listed = await paginate(
    query,
    () => countDiscrepancies(db, actor, filter),
    (window) => discrepancyRows(db, actor, filter, window),
    (limit) => firstDiscrepancies(db, actor, filter, limit),
  )
  return { ...listed, rows: listed.rows.map(shown) }
}

/** For the board: requests whose articles do not add up, and nobody has said why. */
export const waitingDiscrepancies = (db: Db, actor: BusinessActor, shop: number | undefined) =>
  countDiscrepancies(db, actor, { shop })

/** Removes the request from the list until something else in it does not add up. */
export async function explainDiscrepancy(
  tx: Tx,
  actor: BusinessActor,
  request: number,
  { reason, mark }: CallBody<typeof custodyCalls.explain>,
) {
  if (!(await isRequestOf(tx, actor, request))) throw notFound()
  await lockRequests(tx, [request])
  const row = await discrepancyRow(tx, actor, request)
  if (!row) throw notFound()
  const isSame = markOf(row.found) === mark && row.problems.length > 0
  if (!isSame || row.explanation) throw staleVersion(shown(row))
  await tx
    .insertInto('custody_explanation')
    .values({
      company_id: actor.company_id,
      request_id: request,
      found: row.found,
      reason,
      by_id: actor.business_user_id,
      at: actor.at.toISOString(),
    })
    .execute()
  await recordActivity(tx, actor, {
    action: 'custody.explain',
    object_type: 'request',
    object_id: request,
  })
  const explained = await discrepancyRow(tx, actor, request)
  if (!explained) throw notFound()
  return shown(explained)
}
