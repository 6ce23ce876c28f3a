import { activityCalls as calls } from '#contract/activity'
import { tokyoDate } from '#contract/day'
import { handle, type ReplicaRoutes, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { exportTrail } from './activity.export.ts'
import { listTrail, requireTrailReader, trailPeople } from './activity.trail.ts'

export const activityRoutes: Routes = (app, db) => {
  handle(app, calls.people, ({ actor }) => trailPeople(db, actor))
}

export const activityReplicaRoutes: ReplicaRoutes = (app) => {
  handle(app, calls.list, async ({ db, actor, query, request }) =>
    pageBody(request, await listTrail(db, actor, query)),
  )
  handle(app, calls.csv, async ({ db, actor, query }) => {
    requireTrailReader(actor)
    return {
      name: `操作の記録-${tokyoDate(actor.at)}.csv`,
      pieces: (signal) => exportTrail(db, actor, query, signal),
    }
  })
}
