import { apiKeyCalls as calls } from '#contract/api-key'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { createKey, listKeys, revokeKey } from './api-key.service.ts'

export const apiKeyRoutes: Routes = (app, db, tools) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listKeys(db, actor, query)),
  )
  handle(app, calls.create, ({ body, actor }) => createKey(db, actor, body, tools))
  handle(app, calls.revoke, ({ params, actor }) => revokeKey(db, actor, params.id))
}
