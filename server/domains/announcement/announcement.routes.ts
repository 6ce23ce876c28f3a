import { announcementCalls as calls } from '#contract/announcement'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { listAnnouncements } from './announcement.service.ts'

export const announcementRoutes: Routes = (app, db) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listAnnouncements(db, actor, query)),
  )
}
