import { tokyoDate } from '#contract/day'
import { purchaseRequestCalls as calls } from '#contract/purchase-request'
import { holdExists } from '#server/domains/hold/hold.service'
import { handle, type ReplicaRoutes, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { readUpload } from '#server/platform/upload'
import { assignMany, undoAssignment } from './purchase-request.assign.ts'
import { codesNotListed, listForBusiness, updateByStaff } from './purchase-request.biz.ts'
import { exportRequests } from './purchase-request.export.ts'
import { holdRequest, releaseHoldOf } from './purchase-request.hold.ts'
import { moveMany } from './purchase-request.move-many.ts'
import { answerObjection, objectionExists, objectToCount } from './purchase-request.objection.ts'
import { overview } from './purchase-request.overview.ts'
import { addOpeningPhoto, removeOpeningPhoto } from './purchase-request.photo.ts'
import { businessRequest, customerRequest } from './purchase-request.present.ts'
import { giveUpMissing, receiveBoxes } from './purchase-request.receive.ts'
import { scanCode } from './purchase-request.scan.ts'
import {
  cancelRequest,
  createRequest,
  listOwn,
  requestExists,
  updateRequest,
  wantBack,
} from './purchase-request.service.ts'
import { today } from './purchase-request.today.ts'

export const purchaseRequestRoutes: Routes = (app, db, tools) => {
  const own = {
    exists: ({ params, actor }: { params: { id: number }; actor: Parameters<typeof requestExists>[1] }) =>
      requestExists(db, actor, params.id),
  }
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listOwn(db, actor, query)),
  )
  handle(app, calls.overview, async ({ actor }) => overview(db, actor, tools))
  handle(app, calls.create, async ({ body, actor, once }) => createRequest(db, actor, body, once, tools))
  handle(app, calls.get, async ({ params, actor }) => customerRequest(db, actor, params.id, tools))
  handle(
    app,
    calls.replace,
    async ({ params, body, actor }) => updateRequest(db, actor, params.id, body, tools),
    own,
  )
  handle(
    app,
    calls.update,
    async ({ params, body, actor }) => updateRequest(db, actor, params.id, body, tools),
    own,
  )
  handle(app, calls.cancel, async ({ params, actor }) => {
    await cancelRequest(db, actor, params.id)
    return undefined
  })
  handle(
    app,
    calls.wantBack,
    async ({ params, body, actor }) => wantBack(db, actor, params.id, body.reason ?? '', tools),
    own,
  )
  handle(
    app,
    calls.objectToCount,
    async ({ params, body, actor }) => objectToCount(db, actor, params.id, body, tools),
    own,
  )
  handle(app, calls.codes, async ({ query, actor }) => ({
    missing: await codesNotListed(db, actor, query),
  }))
  handle(app, calls.bizGet, async ({ params, actor }) => businessRequest(db, actor, params.id, tools))
  handle(
    app,
    calls.move,
    async ({ params, body, actor }) => updateByStaff(db, actor, params.id, body, tools),
    own,
  )
  handle(
    app,
    calls.receive,
    async ({ params, body, actor, once }) => receiveBoxes(db, actor, params.id, body, once, tools),
    own,
  )
  handle(
    app,
    calls.giveUpBoxes,
    async ({ params, body, actor }) => giveUpMissing(db, actor, params.id, body, tools),
    own,
  )
  handle(app, calls.assignMany, ({ body, actor, once }) => assignMany(db, actor, body, once))
  handle(app, calls.moveMany, ({ body, actor, once }) => moveMany(db, actor, body.requests, once))
  handle(app, calls.undoAssignment, ({ params, actor, once }) => undoAssignment(db, actor, params.id, once))
  handle(app, calls.scan, async ({ params, actor }) => scanCode(db, actor, params.code))
  handle(app, calls.openingPhoto, async ({ params, actor, request }) =>
    addOpeningPhoto(db, actor, params.id, () => readUpload(request, tools), tools),
  )
  handle(app, calls.removeOpeningPhoto, async ({ params, actor }) => {
    await removeOpeningPhoto(db, actor, params.purchase_request_pk, params.id, tools)
    return undefined
  })
  handle(
    app,
    calls.answerObjection,
    async ({ params, body, actor }) => answerObjection(db, actor, params.id, body, tools),
    { exists: ({ params, actor }) => objectionExists(db, actor, params.id) },
  )
  handle(
    app,
    calls.placeHold,
    async ({ params, body, actor, once }) => holdRequest(db, actor, params.id, body, once),
    own,
  )
  handle(
    app,
    calls.releaseHold,
    async ({ params, body, actor }) => releaseHoldOf(db, actor, params.id, body),
    { exists: ({ params, actor }) => holdExists(db, actor, params.id) },
  )
  handle(app, calls.today, async ({ query, actor }) => today(db, actor, query.shop))
}

export const purchaseRequestReplicaRoutes: ReplicaRoutes = (app) => {
  handle(app, calls.bizList, async ({ db, query, actor, request }) =>
    pageBody(request, await listForBusiness(db, actor, query)),
  )
  handle(app, calls.csv, async ({ db, query, actor }) => ({
    name: `申し込み-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportRequests(db, actor, query, signal),
  }))
}
