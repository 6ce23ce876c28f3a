import { companyCalls as calls } from '#contract/company'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import {
  assessorRows,
  dealerRows,
  listShops,
  listStaff,
  readShop,
  readStaff,
  setFavorite,
  setShopBrands,
  shopTagRows,
} from './company.service.ts'

export const companyRoutes: Routes = (app, db) => {
  handle(app, calls.shops, async ({ query, actor }) => listShops(db, actor, query))
  handle(app, calls.shop, async ({ params, actor }) => readShop(db, actor, params.id))
  handle(app, calls.favorite, async ({ body, actor }) =>
    inTransaction(db, (tx) => setFavorite(tx, actor, body)),
  )
  handle(app, calls.shopBrands, async ({ body, actor }) =>
    inTransaction(db, (tx) => setShopBrands(tx, actor, body)),
  )
  handle(app, calls.shopTags, async () => shopTagRows(db))
  handle(app, calls.dealers, async () => dealerRows(db))
  handle(app, calls.assessors, async ({ actor }) => assessorRows(db, actor))
  handle(app, calls.businessUsers, async ({ query, actor, request }) =>
    pageBody(request, await listStaff(db, actor, query)),
  )
  handle(app, calls.businessUser, async ({ params, actor }) => readStaff(db, actor, params.id))
}
