import { holdCalls } from '#contract/hold'
import { purchaseRequestCalls as calls } from '#contract/purchase-request'
import { requestExists } from '#server/domains/purchase-request/purchase-request.service'
import { handle, type Routes } from '#server/platform/handle'
import { policeReport } from './deal.police-report.ts'
import { rescindByCustomer, rescindByDealer } from './deal.rescind.ts'
import { confirmStatement, purchaseStatement } from './deal.statement.ts'

export const dealRoutes: Routes = (app, db, tools) => {
  handle(app, calls.statement, async ({ params, actor }) => purchaseStatement(db, actor, params.id))
  handle(app, calls.bizStatement, async ({ params, actor }) => purchaseStatement(db, actor, params.id))
  handle(app, holdCalls.policeReport, async ({ params, actor }) => policeReport(db, actor, params.id, tools))
  handle(
    app,
    calls.confirmStatement,
    async ({ params, body, actor }) => confirmStatement(db, actor, params.id, body),
    { exists: ({ params, actor }) => requestExists(db, actor, params.id) },
  )
  handle(
    app,
    calls.rescind,
    async ({ params, body, actor, once }) => rescindByCustomer(db, actor, params.id, body, once, tools),
    { exists: ({ params, actor }) => requestExists(db, actor, params.id) },
  )
  handle(
    app,
    calls.bizRescind,
    async ({ params, body, actor, once }) => rescindByDealer(db, actor, params.id, body, once, tools),
    { exists: ({ params, actor }) => requestExists(db, actor, params.id) },
  )
}
