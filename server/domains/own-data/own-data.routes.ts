import { ownDataCalls as calls } from '#contract/own-data'
import { handle, type Routes } from '#server/platform/handle'
import { throttled } from '#server/platform/request-limit'
import { createSharedThrottle } from '#server/platform/shared-throttle'
import type { Rate } from '#server/platform/throttle'
import { copyOwnData } from './own-data.service.ts'

const copies: Rate = { limit: 10, windowSeconds: 3600 }

export const ownDataRoutes: Routes = (app, db, tools) => {
  const throttle = createSharedThrottle(db, tools.keys.mark)

  handle(app, calls.copy, async ({ actor }) => {
    const taken = await throttle.take(`own data ${actor.account_id}`, copies)
    if (!taken.ok) throw throttled(taken.retryAfterSeconds)
    return copyOwnData(db, actor, tools)
  })
}
