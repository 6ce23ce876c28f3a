import { accountCalls as calls } from '#contract/account'
import { handle, type Routes } from '#server/platform/handle'
import { endSession, refreshAccess } from './account.service.ts'

export const accountRoutes: Routes = (app, db, tools) => {
  handle(app, calls.refresh, async ({ body }) => refreshAccess(db, body.refresh, tools))
  handle(app, calls.logout, async ({ body }) => {
    await endSession(db, body.refresh_token ?? body.refreshToken ?? body.refresh ?? '', tools)
    return undefined
  })
}
