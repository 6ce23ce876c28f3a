import { requestStatus } from '#contract/lifecycle'
import { draftNote } from '#server/domains/declared-list/draft.service'
import { ownChecks } from '#server/domains/identity/identity.service'
import { balanceOverview } from '#server/domains/transfer/transfer.service'
import type { CustomerActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { requestPage } from './purchase-request.list.ts'
import { waitingStatements } from './purchase-request-list.queries.ts'

const NEWEST = 5
const MOST = 100

const mayWait = [
  requestStatus.OFFERED,
  requestStatus.ANSWERED,
  requestStatus.AWAITING_SHIPMENT,
  requestStatus.APPLIED,
]

export async function overview(db: Db, actor: CustomerActor, tools: Tools) {
  const [{ count, rows: newest }, balance, checks, statements, draft] = await Promise.all([
    requestPage(db, actor, { size: NEWEST }),
    balanceOverview(db, actor, tools),
    ownChecks(db, actor),
    waitingStatements(db, actor, MOST),
    actor.customer_id === null ? null : draftNote(db, actor.customer_id, actor.at),
  ])
  const lists =
    count > newest.length
      ? await Promise.all(mayWait.map((status) => requestPage(db, actor, { status, size: MOST })))
      : []
  const shown = new Set(newest.map(({ id }) => id))
  const waiting = lists.flatMap(({ rows }) => rows).filter(({ id }) => !shown.has(id))
  return { draft, newest, waiting, balance, statements, checks }
}
