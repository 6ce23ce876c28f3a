import { insightCalls as calls } from '#contract/insight'
import { handle, type ReplicaRoutes } from '#server/platform/handle'
import { exportTable } from './insight.export.ts'
import { acceptance, leadTime, margin, pastGap, priceSpread, purchases } from './insight.service.ts'

export const insightReplicaRoutes: ReplicaRoutes = (app) => {
  handle(app, calls.leadTime, async ({ db, query, actor }) => leadTime(db, actor, query))
  handle(app, calls.acceptance, async ({ db, query, actor }) => acceptance(db, actor, query))
  handle(app, calls.purchases, async ({ db, query, actor }) => purchases(db, actor, query))
  handle(app, calls.margin, async ({ db, query, actor }) => margin(db, actor, query))
  handle(app, calls.priceSpread, async ({ db, query, actor }) => priceSpread(db, actor, query))
  handle(app, calls.pastGap, async ({ db, query, actor }) => pastGap(db, actor, query))
  handle(app, calls.csv, async ({ db, query, actor }) => exportTable(db, actor, query))
}
