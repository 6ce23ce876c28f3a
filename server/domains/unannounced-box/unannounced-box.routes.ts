import { unannouncedBoxCalls as calls } from '#contract/unannounced-box'
import type { BusinessActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { readUpload } from '#server/platform/upload'
import { addParcelPhoto, removeParcelPhoto } from './unannounced-box.photo.ts'
import { giveBack, isBoxOf, keepBox, linkBox, listBoxes, takeIn } from './unannounced-box.service.ts'

export const unannouncedBoxRoutes: Routes = (app, db, tools) => {
  const exists = ({ params, actor }: { params: { id: number }; actor: BusinessActor }) =>
    isBoxOf(db, actor, params.id)

  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listBoxes(db, actor, query, tools)),
  )
  handle(app, calls.create, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => takeIn(tx, actor, body, tools)),
  )
  handle(app, calls.addPhoto, async ({ params, actor, request }) =>
    addParcelPhoto(db, actor, params.id, () => readUpload(request, tools), tools),
  )
  handle(app, calls.removePhoto, async ({ params, actor }) => {
    await removeParcelPhoto(db, actor, params.unannounced_box_pk, params.id, tools)
    return undefined
  })
  handle(
    app,
    calls.link,
    async ({ params, body, actor }) => inTransaction(db, (tx) => linkBox(tx, actor, params.id, body, tools)),
    { exists },
  )
  handle(
    app,
    calls.giveBack,
    async ({ params, body, actor }) => inTransaction(db, (tx) => giveBack(tx, actor, params.id, body, tools)),
    { exists },
  )
  handle(
    app,
    calls.keep,
    async ({ params, body, actor }) => inTransaction(db, (tx) => keepBox(tx, actor, params.id, body, tools)),
    { exists },
  )
}
