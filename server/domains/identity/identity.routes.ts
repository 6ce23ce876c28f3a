import { identityCalls as calls } from '#contract/identity'
import { handle, type Routes } from '#server/platform/handle'
import {
  mayReachCustomer,
  ownChecks,
  recordIdentification,
  withdrawIdentification,
} from './identity.service.ts'

export const identityRoutes: Routes = (app, db, tools) => {
  handle(app, calls.checks, ({ actor }) => ownChecks(db, actor))
  handle(
    app,
    calls.record,
    ({ params, actor, body }) => recordIdentification(db, actor, params, body, tools),
    {
      exists: ({ params, actor }) => mayReachCustomer(db, actor, params),
    },
  )
  handle(
    app,
    calls.clear,
    ({ params, actor, body }) => withdrawIdentification(db, actor, params, body.reason, tools),
    { exists: ({ params, actor }) => mayReachCustomer(db, actor, params) },
  )
}
