import { adTrackingCalls as calls } from '#contract/ad-tracking'
import { handle, type Routes } from '#server/platform/handle'
import { recordVisit, recordVisitorEvent, tieToAccount } from './ad-tracking.service.ts'

export const adTrackingRoutes: Routes = (app, db) => {
  handle(app, calls.create, async ({ body, actor }) => recordVisit(db, actor, body))
  handle(app, calls.updateUser, async ({ body, actor }) => tieToAccount(db, actor, body.token))
  handle(app, calls.userActivity, async ({ body, actor }) => recordVisitorEvent(db, actor, body))
}
