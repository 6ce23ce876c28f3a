import { inspectionCalls as calls } from '#contract/inspection'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { beginInspection, endInspection, listInspections } from './inspection.service.ts'

export const inspectionRoutes: Routes = (app, db, tools) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listInspections(db, actor, query)),
  )
  handle(app, calls.begin, ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => beginInspection(tx, actor, body, tools)),
  )
  handle(app, calls.end, ({ params, actor }) => endInspection(db, actor, params.id, tools))
}
