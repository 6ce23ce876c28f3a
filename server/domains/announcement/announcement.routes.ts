import { announcementCalls as calls } from '#contract/announcement'
import { tokyoDate } from '#contract/day'
import { setupCalls } from '#contract/setup'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { listAnnouncements, listStaffNews, seeAnnouncements } from './announcement.service.ts'
import {
  announcementExists,
  announcementReach,
  createAnnouncement,
  exportForSetup,
  findForSetup,
  listForSetup,
  removeAnnouncement,
  replaceAnnouncement,
  withdrawAnnouncement,
} from './setup.service.ts'

export const announcementRoutes: Routes = (app, db) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listAnnouncements(db, actor, query)),
  )
  handle(app, calls.staffNews, async ({ query, actor, request }) =>
    pageBody(request, await listStaffNews(db, actor, query)),
  )
  handle(app, calls.see, async ({ body, actor }) => {
    await inTransaction(db, (tx) => seeAnnouncements(tx, actor, body))
    return undefined
  })
  handle(app, setupCalls.announcementReach, async ({ query, actor }) => announcementReach(db, actor, query))
  handle(app, setupCalls.announcements, async ({ query, actor, request }) =>
    pageBody(request, await listForSetup(db, actor, query)),
  )
  handle(app, setupCalls.announcementsCsv, async ({ query, actor }) => ({
    name: `お知らせ-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportForSetup(db, actor, query, signal),
  }))
  handle(app, setupCalls.announcement, async ({ params, actor }) => findForSetup(db, actor, params.id))
  handle(app, setupCalls.createAnnouncement, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createAnnouncement(tx, actor, body)),
  )
  handle(
    app,
    setupCalls.replaceAnnouncement,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => replaceAnnouncement(tx, actor, params.id, body)),
    { exists: ({ params, actor }) => announcementExists(db, actor, params.id) },
  )
  handle(
    app,
    setupCalls.withdrawAnnouncement,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => withdrawAnnouncement(tx, actor, params.id, body.version)),
    { exists: ({ params, actor }) => announcementExists(db, actor, params.id) },
  )
  handle(app, setupCalls.deleteAnnouncement, async ({ params, actor }) => {
    await inTransaction(db, (tx) => removeAnnouncement(tx, actor, params.id))
    return undefined
  })
}
