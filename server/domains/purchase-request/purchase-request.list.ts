import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import { type ChangeQuery, changesOf } from '#server/platform/changes'
import type { Db } from '#server/platform/db'
import { type Counted, type Listed, type Paged, paginate } from '#server/platform/paging'
import {
  changedRequests,
  countRequestsForList,
  firstRequests,
  listRequests,
  type RequestFilter,
  type RequestListRow,
  requestsOfIds,
} from './purchase-request-list.queries.ts'

/** The list of the staff, also in the order of its changes. */
export async function businessPage(
  db: Db,
  actor: BusinessActor,
  filter: RequestFilter & Paged & ChangeQuery,
): Promise<Listed<RequestListRow>> {
  const changes = await changesOf(db, filter, (isNews) => changedRequests(actor, filter, isNews), {
    rows: (ids) => requestsOfIds(db, actor, ids),
    key: ({ id }) => id,
  })
  return changes ?? requestPage(db, actor, filter)
}

export function requestPage(
  db: Db,
  actor: CustomerActor | BusinessActor,
  filter: RequestFilter & Paged,
): Promise<Listed<RequestListRow>> {
  let total: Counted | undefined
  return paginate(
    filter,
    async (isExact) => {
      total = await countRequestsForList(db, actor, filter, isExact)
      return total
    },
    (window) => listRequests(db, actor, filter, window, total),
    (limit) => firstRequests(db, actor, filter, limit),
  )
}
