import { buyingAmountCalls as amounts } from '#contract/buying-amount'
import { catalogueCalls as calls } from '#contract/catalogue'
import { addDays, tokyoDate } from '#contract/day'
import { holidaysBetween } from '#server/platform/calendar'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { attributeMasterRoutes } from './attribute-master.routes.ts'
import { brandMasterRoutes } from './brand-master.routes.ts'
import {
  exportAmounts,
  listAmounts,
  loadAmounts,
  setAmount,
  standardAmount,
} from './buying-amount.service.ts'
import { campaignsFor, publishedCampaigns } from './campaign.service.ts'
import { campaignMasterRoutes } from './campaign-master.routes.ts'
import {
  categoryRows,
  commentTemplateRows,
  everyBrand,
  listBrands,
  readBrand,
  setPrivate,
} from './catalogue.service.ts'
import { categoryMasterRoutes } from './category-master.routes.ts'
import { commentTemplateRoutes } from './comment-template.routes.ts'

export const catalogueRoutes: Routes = (app, db, tools) => {
  brandMasterRoutes(app, db, tools)
  commentTemplateRoutes(app, db, tools)
  campaignMasterRoutes(app, db, tools)
  categoryMasterRoutes(app, db, tools)
  attributeMasterRoutes(app, db, tools)
  handle(app, calls.brands, async ({ query, actor }) => listBrands(db, actor, query))
  handle(app, calls.brand, async ({ params, actor }) => readBrand(db, actor, params.id))
  handle(app, calls.holidays, async ({ actor }) => {
    const today = tokyoDate(actor.at)
    return holidaysBetween(today, addDays(today, 365))
  })
  handle(app, calls.everyBrand, async ({ query, actor }) => everyBrand(db, actor, query))
  handle(app, calls.categories, async ({ query }) => categoryRows(db, query))
  handle(app, calls.commentTemplates, async ({ actor }) => commentTemplateRows(db, actor))
  handle(app, calls.campaigns, async ({ query, actor }) => campaignsFor(db, actor, query))
  handle(app, calls.campaignNotices, async ({ query, actor }) => publishedCampaigns(db, actor, query))
  handle(app, calls.brandsPrivate, async ({ body, actor }) =>
    inTransaction(db, (tx) => setPrivate(tx, actor, body)),
  )
  handle(app, calls.amountsUpload, async ({ body, actor }) => loadAmounts(db, actor, body))
  handle(app, amounts.list, async ({ query, actor, request }) =>
    pageBody(request, await listAmounts(db, actor, query)),
  )
  handle(app, amounts.standard, async ({ query, actor }) => standardAmount(db, actor, query))
  handle(app, amounts.set, async ({ body, actor }) => inTransaction(db, (tx) => setAmount(tx, actor, body)))
  handle(app, amounts.csv, async ({ query, actor }) => ({
    name: `基準額-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportAmounts(db, actor, query, signal),
  }))
}
