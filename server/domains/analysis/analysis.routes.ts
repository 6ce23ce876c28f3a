import { analysisCalls as calls } from '#contract/analysis'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { analyzeImages, analyzeNumber, generateReview } from './analysis.service.ts'
import { lookAlikes } from './look-alike.service.ts'
import { confirmField, isRunOf, listRuns } from './run.service.ts'

export const analysisRoutes: Routes = (app, db, tools) => {
  handle(app, calls.images, async ({ body, actor }) => analyzeImages(db, actor, body, tools))
  handle(app, calls.productNumber, async ({ body, actor }) => analyzeNumber(db, actor, body, tools))
  handle(app, calls.staffReview, async ({ body, actor }) => generateReview(db, actor, body, tools))
  handle(app, calls.lookAlikes, async ({ params, actor }) => lookAlikes(db, actor, params.slug, tools))
  handle(app, calls.runs, async ({ query, actor, request }) =>
    pageBody(request, await listRuns(db, actor, query)),
  )
  handle(app, calls.confirm, async ({ params, body, actor }) => confirmField(db, actor, params.id, body), {
    exists: ({ params, actor }) => isRunOf(db, actor, params.id),
  })
}
