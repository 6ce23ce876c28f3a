import { savedViewCalls as calls } from '#contract/saved-view'
import type { BusinessActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import {
  changeView,
  createView,
  isViewOf,
  listViews,
  openWithView,
  removeView,
  shiftView,
} from './saved-view.service.ts'

export const savedViewRoutes: Routes = (app, db) => {
  const exists = ({ params, actor }: { params: { id: number }; actor: BusinessActor }) =>
    isViewOf(db, actor, params.id)

  handle(app, calls.list, async ({ query, actor }) => listViews(db, actor, query.list))
  handle(app, calls.create, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createView(tx, actor, body)),
  )
  handle(app, calls.open, async ({ body, actor }) => openWithView(db, actor, body))
  handle(
    app,
    calls.update,
    async ({ params, body, actor }) => inTransaction(db, (tx) => changeView(tx, actor, params.id, body)),
    { exists },
  )
  handle(app, calls.remove, async ({ params, actor }) =>
    inTransaction(db, (tx) => removeView(tx, actor, params.id)),
  )
  handle(
    app,
    calls.shift,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => shiftView(tx, actor, params.id, body)),
    { exists },
  )
}
