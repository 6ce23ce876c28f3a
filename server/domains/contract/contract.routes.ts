import { purchaseRequestCalls as calls } from '#contract/purchase-request'
import { requestExists } from '#server/domains/purchase-request/purchase-request.service'
import { handle, type Routes } from '#server/platform/handle'
import { rescindContract } from './contract.service.ts'

export const contractRoutes: Routes = (app, db, tools) => {
  handle(
    app,
    calls.rescind,
    async ({ params, body, actor, once }) => rescindContract(db, actor, params.id, body, once, tools),
    { exists: ({ params, actor }) => requestExists(db, actor, params.id) },
  )
}
