import { commentTemplateCalls as calls } from '#contract/comment-template'
import { tokyoDate } from '#contract/day'
import type { BusinessActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import {
  createTemplate,
  exportTemplates,
  keepsTemplate,
  listTemplates,
  loadTemplateFile,
  readTemplate,
  replaceTemplate,
  shiftTemplate,
} from './comment-template.service.ts'

export const commentTemplateRoutes: Routes = (app, db) => {
  const own = {
    exists: ({ params, actor }: { params: { id: number }; actor: BusinessActor }) =>
      keepsTemplate(db, actor, params.id),
  }
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listTemplates(db, actor, query)),
  )
  handle(app, calls.get, async ({ params, actor }) => readTemplate(db, actor, params.id))
  handle(app, calls.create, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createTemplate(tx, actor, body)),
  )
  handle(
    app,
    calls.replace,
    async ({ params, body, actor }) => inTransaction(db, (tx) => replaceTemplate(tx, actor, params.id, body)),
    own,
  )
  handle(
    app,
    calls.shift,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => shiftTemplate(tx, actor, params.id, body)),
    own,
  )
  handle(app, calls.load, async ({ body, actor }) => loadTemplateFile(db, actor, body))
  handle(app, calls.csv, async ({ query, actor }) => ({
    name: `定型コメント-${tokyoDate(actor.at)}.csv`,
    pieces: () => exportTemplates(db, actor, query),
  }))
}
