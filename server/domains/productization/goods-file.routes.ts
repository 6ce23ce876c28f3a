import { goodsFileCalls as calls } from '#contract/goods-file'
import { sendCsv } from '#server/platform/csv-response'
import { handle, type Routes } from '#server/platform/handle'
import { checkGoodsFile, goodsCsv } from './goods-file.service.ts'
import { loadGoodsFile } from './goods-upload.service.ts'

export const goodsFileRoutes: Routes = (app, db, tools) => {
  handle(app, calls.check, async ({ query, actor }) => checkGoodsFile(db, actor, query, tools))
  handle(app, calls.csv, async ({ query, actor, reply }) => sendCsv(reply, goodsCsv(db, actor, query, tools)))
  handle(app, calls.load, async ({ body, actor }) => loadGoodsFile(db, actor, body, tools))
}
