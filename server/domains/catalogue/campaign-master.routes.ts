import { campaignMasterCalls as calls } from '#contract/campaign-master'
import { tokyoDate } from '#contract/day'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { exportCampaigns, loadCampaignFile } from './campaign-file.service.ts'
import {
  campaignMasterExists,
  createCampaign,
  listCampaignMasters,
  readCampaignMaster,
  removeCampaign,
  replaceCampaign,
} from './campaign-master.service.ts'

export const campaignMasterRoutes: Routes = (app, db) => {
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listCampaignMasters(db, actor, query)),
  )
  handle(app, calls.get, async ({ params, actor }) => readCampaignMaster(db, actor, params.id))
  handle(app, calls.create, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createCampaign(tx, actor, body)),
  )
  handle(
    app,
    calls.replace,
    async ({ params, body, actor }) => inTransaction(db, (tx) => replaceCampaign(tx, actor, params.id, body)),
    { exists: ({ params, actor }) => campaignMasterExists(db, actor, params.id) },
  )
  handle(app, calls.remove, async ({ params, actor }) => {
    await inTransaction(db, (tx) => removeCampaign(tx, actor, params.id))
    return undefined
  })
  handle(app, calls.load, async ({ body, actor }) => loadCampaignFile(db, actor, body))
  handle(app, calls.csv, async ({ query, actor }) => ({
    name: `キャンペーン-${tokyoDate(actor.at)}.csv`,
    pieces: () => exportCampaigns(db, actor, query.state),
  }))
}
