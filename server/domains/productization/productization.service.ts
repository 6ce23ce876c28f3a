import { boughtStatuses } from '#contract/lifecycle'
import { countItems, listItems } from '#server/domains/item/item.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'

export async function listBought(db: Db, actor: BusinessActor, query: Paged) {
  const filter = { statuses: [...boughtStatuses] }
  return paginate(
    query,
    () => countItems(db, actor, filter),
    (window) => listItems(db, actor, filter, window),
  )
}
