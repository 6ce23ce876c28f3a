import { tokyoDate } from '#contract/day'
import { saleCalls as calls } from '#contract/sale'
import { handle, type ReplicaRoutes, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { exportSales, loadSales } from './sale.file.ts'
import {
  articleForSale,
  getSale,
  isOwnSale,
  recordByHand,
  returnByHand,
  saleCodesMissing,
  salesOf,
} from './sale.service.ts'

export const saleRoutes: Routes = (app, db, tools) => {
  handle(app, calls.codes, async ({ query, actor }) => ({
    missing: await saleCodesMissing(db, actor, query),
  }))
  handle(app, calls.article, async ({ params, actor }) => articleForSale(db, actor, params.code))
  handle(app, calls.get, async ({ params, actor }) => getSale(db, actor, params.id))
  handle(app, calls.record, async ({ body, actor, once }) => recordByHand(db, actor, body, once, tools))
  handle(
    app,
    calls.return,
    async ({ params, body, actor }) => returnByHand(db, actor, params.id, body, tools),
    { exists: ({ params, actor }) => isOwnSale(db, actor, params.id) },
  )
  handle(app, calls.load, async ({ body, actor }) => loadSales(db, actor, body, tools))
}

export const saleReplicaRoutes: ReplicaRoutes = (app) => {
  handle(app, calls.list, async ({ db, query, actor, request }) =>
    pageBody(request, await salesOf(db, actor, query)),
  )
  handle(app, calls.csv, async ({ db, query, actor }) => ({
    name: `販売-${tokyoDate(actor.at)}.csv`,
    encoding: query.encoding,
    pieces: (signal) => exportSales(db, actor, query, signal),
  }))
}
