import { insightCalls as calls } from '#contract/insight'
import { handle, type Routes } from '#server/platform/handle'
import { exportTable } from './insight.export.ts'
import { acceptance, leadTime, margin, pastGap, priceSpread, purchases } from './insight.service.ts'

export const insightRoutes: Routes = (app, db) => {
  handle(app, calls.leadTime, async ({ query, actor }) => leadTime(db, actor, query))
  handle(app, calls.acceptance, async ({ query, actor }) => acceptance(db, actor, query))
  handle(app, calls.purchases, async ({ query, actor }) => purchases(db, actor, query))
  handle(app, calls.margin, async ({ query, actor }) => margin(db, actor, query))
  handle(app, calls.priceSpread, async ({ query, actor }) => priceSpread(db, actor, query))
  handle(app, calls.pastGap, async ({ query, actor }) => pastGap(db, actor, query))
  handle(app, calls.csv, async ({ query, actor }) => exportTable(db, actor, query))
}
