import { categoryMasterCalls as calls } from '#contract/category-master'
import { tokyoDate } from '#contract/day'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { exportCategories } from './category-file.service.ts'
import {
  categoryMasterExists,
  createCategory,
  listCategoryMasters,
  readCategoryMaster,
  replaceCategory,
} from './category-master.service.ts'
import { loadListFile } from './list-file.service.ts'

export const categoryMasterRoutes: Routes = (app, db) => {
  handle(app, calls.list, async ({ query, request }) =>
    pageBody(request, await listCategoryMasters(db, query)),
  )
  handle(app, calls.get, async ({ params }) => readCategoryMaster(db, params.id))
  handle(app, calls.create, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createCategory(tx, actor, body)),
  )
  handle(
    app,
    calls.replace,
    async ({ params, body, actor }) => inTransaction(db, (tx) => replaceCategory(tx, actor, params.id, body)),
    { exists: ({ params }) => categoryMasterExists(db, params.id) },
  )
  handle(app, calls.load, async ({ body, actor }) => loadListFile(db, actor, 'categories', body))
  handle(app, calls.csv, async ({ query, actor }) => ({
    name: `カテゴリ-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportCategories(db, query, signal),
  }))
}
