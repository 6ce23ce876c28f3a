import { stolenNoticeCalls as calls } from '#contract/stolen-notice'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { readUpload } from '#server/platform/upload'
import { confirmMatch, dismissMatch, matchExists } from './match.service.ts'
import { addPage, removePage } from './stolen-notice.page.ts'
import {
  listForStaff,
  noticeExists,
  readNotice,
  registerNotice,
  replaceNotice,
} from './stolen-notice.service.ts'

export const stolenNoticeRoutes: Routes = (app, db, tools) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listForStaff(db, actor, query)),
  )
  handle(app, calls.get, async ({ params, actor }) => readNotice(db, actor, params.id, tools))
  handle(app, calls.create, async ({ body, actor, once }) => registerNotice(db, actor, body, once, tools))
  handle(
    app,
    calls.replace,
    async ({ params, body, actor }) => replaceNotice(db, actor, params.id, body, tools),
    { exists: ({ params, actor }) => noticeExists(db, actor, params.id) },
  )
  handle(app, calls.addPage, async ({ params, actor, request }) =>
    addPage(db, actor, params.id, () => readUpload(request, tools), tools),
  )
  handle(app, calls.removePage, async ({ params, actor }) => {
    await removePage(db, actor, params.stolen_notice_pk, params.id, tools)
    return undefined
  })
  handle(
    app,
    calls.confirm,
    async ({ params, body, actor }) =>
      readNotice(db, actor, await confirmMatch(db, actor, params.id, body.reason), tools),
    { exists: ({ params, actor }) => matchExists(db, actor, params.id) },
  )
  handle(
    app,
    calls.dismiss,
    async ({ params, body, actor }) =>
      readNotice(db, actor, await dismissMatch(db, actor, params.id, body.reason), tools),
    { exists: ({ params, actor }) => matchExists(db, actor, params.id) },
  )
}
