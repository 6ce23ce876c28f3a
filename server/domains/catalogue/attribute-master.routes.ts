import { categoryAttributeCalls as calls } from '#contract/category-attribute'
import { tokyoDate } from '#contract/day'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { exportAttributes } from './attribute-file.service.ts'
import {
  attributeExists,
  attributesOfCategory,
  createAttribute,
  listAttributes,
  readAttributeMaster,
  replaceAttribute,
} from './attribute-master.service.ts'
import { loadListFile } from './list-file.service.ts'

export const attributeMasterRoutes: Routes = (app, db) => {
  handle(app, calls.list, async ({ query, request }) => pageBody(request, await listAttributes(db, query)))
  handle(app, calls.get, async ({ params }) => readAttributeMaster(db, params.id))
  handle(app, calls.create, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createAttribute(tx, actor, body)),
  )
  handle(
    app,
    calls.replace,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => replaceAttribute(tx, actor, params.id, body)),
    { exists: ({ params }) => attributeExists(db, params.id) },
  )
  handle(app, calls.load, async ({ body, actor }) => loadListFile(db, actor, 'attributes', body))
  handle(app, calls.csv, async ({ query, actor }) => ({
    name: `商品の項目-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportAttributes(db, query, signal),
  }))
  handle(app, calls.ofCategory, async ({ params }) => attributesOfCategory(db, params.id))
}
