import { carrierLabelCalls as calls } from '#contract/carrier-label'
import { contentDisposition } from '#server/platform/csv'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { checkLabels, labelFileOf } from './carrier-label.service.ts'
import { daysOfPickups, listPickups } from './pickup.service.ts'
import { returnSlips } from './return-slip.service.ts'

export const carrierLabelRoutes: Routes = (app, db) => {
  handle(app, calls.pickups, async ({ query, actor, request }) =>
    pageBody(request, await listPickups(db, actor, query)),
  )
  handle(app, calls.pickupDays, async ({ query, actor }) => daysOfPickups(db, actor, query.shop))
  handle(app, calls.returnSlips, async ({ body, actor }) => returnSlips(db, actor, body.requests))
  handle(app, calls.check, async ({ actor, body }) => checkLabels(db, actor, body))
  handle(app, calls.file, async ({ actor, body, reply }) => {
    const { bytes, name } = await labelFileOf(db, actor, body)
    return reply
      .header('content-type', 'text/csv; charset=Shift_JIS')
      .header('content-disposition', contentDisposition(name))
      .send(Buffer.from(bytes))
  })
}
