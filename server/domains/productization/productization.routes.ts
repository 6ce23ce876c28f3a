import { productizationCalls as calls } from '#contract/productization'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { listBought } from './productization.service.ts'

export const productizationRoutes: Routes = (app, db) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listBought(db, actor, query)),
  )
}
