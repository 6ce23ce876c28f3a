import { requestKitCalls as calls } from '#contract/request-kit'
import {
  kitExists,
  listKits,
  markKitsSent,
  takeKitBack,
} from '#server/domains/purchase-request/purchase-request.kit-sending'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'

export const requestKitRoutes: Routes = (app, db) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listKits(db, actor, query)),
  )
  handle(app, calls.markSent, async ({ body, actor }) => markKitsSent(db, actor, body.kits))
  handle(
    app,
    calls.takeBack,
    async ({ params, body, actor }) => takeKitBack(db, actor, params.id, body.sent_at),
    { exists: ({ params, actor }) => kitExists(db, actor, params.id) },
  )
}
