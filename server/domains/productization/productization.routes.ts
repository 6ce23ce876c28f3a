import { productizationCalls as calls } from '#contract/productization'
import { inTransaction } from '#server/platform/db'
import { handle, type ReplicaRoutes, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { readUpload } from '#server/platform/upload'
import { listChannelCosts, writeChannelCost } from './channel-cost.service.ts'
import { goodsFileRoutes } from './goods-file.routes.ts'
import {
  countStages,
  getProduct,
  listProducts,
  productCodesMissing,
  productEvidence,
  productExists,
  writeProducts,
} from './productization.service.ts'
import { editSalePhoto } from './sale-photo.edit.ts'
import { sentAsForm, sentAsJson } from './sale-photo.sent.ts'
import { addSalePhotos, arrangeSalePhotos, removeSalePhoto } from './sale-photo.service.ts'

export const productizationRoutes: Routes = (app, db, tools) => {
  goodsFileRoutes(app, db, tools)
  handle(app, calls.codes, async ({ query, actor }) => ({
    missing: await productCodesMissing(db, actor, query),
  }))
  handle(app, calls.counts, async ({ query, actor }) => countStages(db, actor, query))
  handle(app, calls.get, async ({ params, actor }) => getProduct(db, actor, params.slug, tools))
  handle(app, calls.replace, async ({ body, actor }) => writeProducts(db, actor, body, true, tools))
  handle(app, calls.update, async ({ body, actor }) => writeProducts(db, actor, body, false, tools))
  handle(app, calls.addImages, async ({ body, actor, request }) => {
    const form = request.isMultipart()
    const sent = form ? await sentAsForm(await readUpload(request, tools)) : await sentAsJson(body, tools)
    return addSalePhotos(db, actor, sent, tools)
  })
  const own = {
    exists: ({ params, actor }: { params: { slug: string }; actor: Parameters<typeof productExists>[1] }) =>
      productExists(db, actor, params.slug),
  }
  handle(
    app,
    calls.arrangePhotos,
    async ({ params, body, actor }) => arrangeSalePhotos(db, actor, params.slug, body, tools),
    own,
  )
  handle(
    app,
    calls.editPhoto,
    async ({ params, body, actor }) => editSalePhoto(db, actor, params.slug, params.id, body, tools),
    own,
  )
  handle(app, calls.removePhoto, async ({ params, actor }) => {
    await removeSalePhoto(db, actor, params.slug, params.id, tools)
    return undefined
  })
  handle(app, calls.saleEvidence, async ({ params, actor }) => productEvidence(db, actor, params.slug))
  handle(app, calls.channelCosts, async ({ actor }) => listChannelCosts(db, actor))
  handle(app, calls.writeChannelCost, async ({ body, actor }) =>
    inTransaction(db, (tx) => writeChannelCost(tx, actor, body)),
  )
}

export const productizationReplicaRoutes: ReplicaRoutes = (app, tools) => {
  handle(app, calls.list, async ({ db, query, actor, request }) =>
    pageBody(request, await listProducts(db, actor, query, tools)),
  )
}
