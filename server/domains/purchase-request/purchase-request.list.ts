import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { type Listed, type Paged, paginate } from '#server/platform/paging'
import {
  countRequests,
  firstRequests,
  listRequests,
  type RequestFilter,
  type RequestListRow,
} from './purchase-request-list.queries.ts'

export function requestPage(
  db: Db,
  actor: CustomerActor | BusinessActor,
  filter: RequestFilter & Paged,
): Promise<Listed<RequestListRow>> {
  let count = 0
  return paginate(
    filter,
    async () => {
      count = await countRequests(db, actor, filter)
      return count
    },
    (window) => listRequests(db, actor, filter, window, count),
    (limit) => firstRequests(db, actor, filter, limit),
  )
}
