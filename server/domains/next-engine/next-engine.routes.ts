import { nextEngineCalls as calls } from '#contract/next-engine'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { listArticles, listBatches, retryFailed } from './article.service.ts'
import { changeSettings, connect, disconnect, readConnection, searchGoods } from './next-engine.service.ts'
import { listOrders } from './order.service.ts'

export const nextEngineRoutes: Routes = (app, db, tools) => {
  handle(app, calls.connection, async ({ actor }) => readConnection(db, actor, tools))
  handle(app, calls.connect, async ({ actor, body }) => connect(db, actor, body, tools))
  handle(app, calls.disconnect, async ({ actor }) => {
    await disconnect(db, actor)
    return undefined
  })
  handle(app, calls.settings, async ({ actor, body }) => changeSettings(db, actor, body, tools))
  handle(app, calls.goods, async ({ actor, query, request }) =>
    pageBody(request, await listArticles(db, actor, query)),
  )
  handle(app, calls.retry, async ({ actor, body }) => retryFailed(db, actor, body))
  handle(app, calls.batches, async ({ actor, query, request }) =>
    pageBody(request, await listBatches(db, actor, query)),
  )
  handle(app, calls.orders, async ({ actor, query, request }) =>
    pageBody(request, await listOrders(db, actor, query)),
  )
  handle(app, calls.searchGoods, async ({ actor, query }) => searchGoods(db, actor, query, tools))
}
