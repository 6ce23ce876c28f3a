import { backgroundWorkCalls as calls } from '#contract/background-work'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { discardJob, listJobs, listOutbox, retryJob, workOverview } from './background-work.service.ts'

export const backgroundWorkRoutes: Routes = (app, db) => {
  handle(app, calls.overview, ({ actor }) => workOverview(db, actor))
  handle(app, calls.jobs, async ({ query, actor, request }) =>
    pageBody(request, await listJobs(db, actor, query)),
  )
  handle(app, calls.retry, ({ params, actor }) => retryJob(db, actor, params.id))
  handle(app, calls.discard, async ({ params, actor }) => {
    await discardJob(db, actor, params.id)
    return undefined
  })
  handle(app, calls.outbox, async ({ query, actor, request }) =>
    pageBody(request, await listOutbox(db, actor, query)),
  )
}
