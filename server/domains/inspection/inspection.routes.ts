import { inspectionCalls as calls } from '#contract/inspection'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { beginInspection, endInspection, listInspections } from './inspection.service.ts'

export const inspectionRoutes: Routes = (app, db, tools) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listInspections(db, actor, query)),
  )
  handle(app, calls.begin, ({ body, actor, once }) => beginInspection(db, actor, body, once, tools))
  handle(app, calls.end, ({ params, actor }) => endInspection(db, actor, params.id, tools))
}
