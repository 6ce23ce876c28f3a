import { productizationCalls as calls } from '#contract/productization'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { listChannelCosts, writeChannelCost } from './channel-cost.service.ts'
import { goodsFileRoutes } from './goods-file.routes.ts'
import {
  countStages,
  getProduct,
  listProducts,
  productCodesMissing,
  productEvidence,
  writeProducts,
} from './productization.service.ts'

export const productizationRoutes: Routes = (app, db, tools) => {
  goodsFileRoutes(app, db, tools)
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listProducts(db, actor, query, tools)),
  )
  handle(app, calls.codes, async ({ query, actor }) => ({
    missing: await productCodesMissing(db, actor, query),
  }))
  handle(app, calls.counts, async ({ query, actor }) => countStages(db, actor, query))
  handle(app, calls.get, async ({ params, actor }) => getProduct(db, actor, params.slug, tools))
  handle(app, calls.replace, async ({ body, actor }) => writeProducts(db, actor, body, true, tools))
  handle(app, calls.update, async ({ body, actor }) => writeProducts(db, actor, body, false, tools))
  handle(app, calls.saleEvidence, async ({ params, actor }) => productEvidence(db, actor, params.slug))
  handle(app, calls.channelCosts, async ({ actor }) => listChannelCosts(db, actor))
  handle(app, calls.writeChannelCost, async ({ body, actor }) =>
    inTransaction(db, (tx) => writeChannelCost(tx, actor, body)),
  )
}
