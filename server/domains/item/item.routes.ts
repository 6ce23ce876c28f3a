import { tokyoDate } from '#contract/day'
import { itemCalls as calls } from '#contract/item'
import { requestExists } from '#server/domains/purchase-request/purchase-request.service'
import { handle, type ReplicaRoutes, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { readUpload } from '#server/platform/upload'
import { addItem } from './item.add.ts'
import { assessItem } from './item.assess.ts'
import { exportItems } from './item.export.ts'
import { ownPace } from './item.pace.ts'
import { addPhoto, removePhoto } from './item.photo.ts'
import { arrangePhotos } from './item.photo-order.ts'
import {
  customerHistory,
  getItem,
  itemCodesMissing,
  itemExists,
  listBizItems,
  priceEvidence,
} from './item.service.ts'
import { splitItem } from './item.split.ts'
import { takeBackItem } from './item.take-back.ts'

export const itemRoutes: Routes = (app, db, tools) => {
  const own = {
    exists: ({ params, actor }: { params: { slug: string }; actor: Parameters<typeof itemExists>[1] }) =>
      itemExists(db, actor, params.slug),
  }
  handle(app, calls.get, async ({ params, actor }) => getItem(db, actor, params.slug, tools))
  handle(
    app,
    calls.replace,
    async ({ params, body, actor }) => assessItem(db, actor, params.slug, body, tools),
    own,
  )
  handle(
    app,
    calls.update,
    async ({ params, body, actor }) => assessItem(db, actor, params.slug, body, tools),
    own,
  )
  handle(app, calls.codes, async ({ query, actor }) => ({
    missing: await itemCodesMissing(db, actor, query),
  }))
  handle(
    app,
    calls.add,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => addItem(tx, actor, params.id, body, tools)),
    { exists: ({ params, actor }) => requestExists(db, actor, params.id) },
  )
  handle(
    app,
    calls.split,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => splitItem(tx, actor, params.slug, body, tools)),
    own,
  )
  handle(
    app,
    calls.takeBack,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => takeBackItem(tx, actor, params.slug, body, tools)),
    own,
  )
  handle(app, calls.addPhoto, async ({ params, actor, request }) =>
    addPhoto(db, actor, params.slug, () => readUpload(request, tools), tools),
  )
  handle(
    app,
    calls.arrangePhotos,
    async ({ params, body, actor }) => arrangePhotos(db, actor, params.slug, body, tools),
    own,
  )
  handle(app, calls.removePhoto, async ({ params, actor }) => {
    await removePhoto(db, actor, params.slug, params.id, tools)
    return undefined
  })
  handle(app, calls.evidence, async ({ query, actor }) =>
    priceEvidence(
      db,
      actor.company_id,
      { brand_id: query.brand ?? null, category_id: query.category ?? null, grade: query.grade ?? null },
      actor.at,
    ),
  )
  handle(app, calls.ownPace, async ({ actor }) => ownPace(db, actor))
  handle(app, calls.customerHistory, async ({ params, actor }) => customerHistory(db, actor, params.id))
}

export const itemReplicaRoutes: ReplicaRoutes = (app) => {
  handle(app, calls.bizList, async ({ db, query, actor, request }) =>
    pageBody(request, await listBizItems(db, actor, query)),
  )
  handle(app, calls.csv, async ({ db, query, actor }) => ({
    name: `商品一覧-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportItems(db, actor, query, signal),
  }))
}
