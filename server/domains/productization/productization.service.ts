import { countItems, listItems } from '#server/domains/item/item.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { paginate } from '#server/platform/paging'

/** What was bought and is on its way to sale: bought, being productized, productized; newest first. */
export async function listBought(
  db: Db,
  actor: BusinessActor,
  query: { page?: string | number; size?: string | number },
) {
  const filter = { statuses: [6, 8, 9] }
  return paginate(
    query,
    () => countItems(db, actor, filter),
    (window) => listItems(db, actor, filter, window),
  )
}
