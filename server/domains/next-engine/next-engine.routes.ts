import { nextEngineCalls as calls } from '#contract/next-engine'
import { handle, type Routes } from '#server/platform/handle'
import { connect, disconnect, readConnection, searchGoods } from './next-engine.service.ts'

export const nextEngineRoutes: Routes = (app, db, tools) => {
  handle(app, calls.connection, async ({ actor }) => readConnection(db, actor, tools))
  handle(app, calls.connect, async ({ actor, body }) => connect(db, actor, body, tools))
  handle(app, calls.disconnect, async ({ actor }) => {
    await disconnect(db, actor)
    return undefined
  })
  handle(app, calls.searchGoods, async ({ actor, query }) => searchGoods(db, actor, query, tools))
}
