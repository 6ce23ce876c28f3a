import { brandMasterCalls as calls } from '#contract/brand-master'
import { tokyoDate } from '#contract/day'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { exportBrands } from './brand-file.service.ts'
import {
  brandMasterExists,
  createBrand,
  listBrandMasters,
  mergeBrand,
  readBrandMaster,
  replaceBrand,
} from './brand-master.service.ts'
import { loadListFile } from './list-file.service.ts'

export const brandMasterRoutes: Routes = (app, db) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listBrandMasters(db, actor, query)),
  )
  handle(app, calls.get, async ({ params, actor }) => readBrandMaster(db, actor, params.id))
  handle(app, calls.create, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createBrand(tx, actor, body)),
  )
  handle(
    app,
    calls.replace,
    async ({ params, body, actor }) => inTransaction(db, (tx) => replaceBrand(tx, actor, params.id, body)),
    { exists: ({ params, actor }) => brandMasterExists(db, actor, params.id) },
  )
  handle(
    app,
    calls.merge,
    async ({ params, body, actor }) => inTransaction(db, (tx) => mergeBrand(tx, actor, params.id, body)),
    { exists: ({ params, actor }) => brandMasterExists(db, actor, params.id) },
  )
  handle(app, calls.load, async ({ body, actor }) => loadListFile(db, actor, 'brands', body))
  handle(app, calls.csv, async ({ query, actor }) => ({
    name: `ブランド-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportBrands(db, actor, query, signal),
  }))
}
