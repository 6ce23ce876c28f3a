import { holdCalls as calls } from '#contract/hold'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { holdExists, listForStaff, recordReport } from './hold.service.ts'

export const holdRoutes: Routes = (app, db) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listForStaff(db, actor, query)),
  )
  handle(app, calls.report, async ({ params, body, actor }) => recordReport(db, actor, params.id, body), {
    exists: ({ params, actor }) => holdExists(db, actor, params.id),
  })
}
