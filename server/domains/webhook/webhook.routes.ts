import { webhookCalls as calls } from '#contract/webhook'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import {
  createEndpoint,
  endpointExists,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  sendAgain,
  sendTest,
  updateEndpoint,
} from './webhook.service.ts'

export const webhookRoutes: Routes = (app, db, tools) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listEndpoints(db, actor, query)),
  )
  handle(app, calls.create, ({ body, actor }) => createEndpoint(db, actor, body, tools))
  handle(app, calls.update, ({ params, body, actor }) => updateEndpoint(db, actor, params.id, body, tools), {
    exists: ({ params, actor }) => endpointExists(db, actor, params.id),
  })
  handle(app, calls.remove, async ({ params, actor }) => {
    await removeEndpoint(db, actor, params.id)
    return undefined
  })
  handle(app, calls.rotate, ({ params, actor }) => rotateSecret(db, actor, params.id, tools))
  handle(app, calls.test, ({ params, actor }) => sendTest(db, actor, params.id))
  handle(app, calls.deliveries, async ({ query, actor, request }) =>
    pageBody(request, await listDeliveries(db, actor, query)),
  )
  handle(app, calls.sendAgain, ({ params, actor }) => sendAgain(db, actor, params.id))
}
