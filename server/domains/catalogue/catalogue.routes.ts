import { catalogueCalls as calls } from '#contract/catalogue'
import { addDays, tokyoDate } from '#contract/day'
import { holidaysBetween } from '#server/platform/calendar'
import { handle, type Routes } from '#server/platform/handle'
import {
  campaignsToday,
  categoryRows,
  commentTemplateRows,
  everyBrand,
  listBrands,
  readBrand,
} from './catalogue.service.ts'

export const catalogueRoutes: Routes = (app, db) => {
  handle(app, calls.brands, async ({ query, actor }) => listBrands(db, actor, query))
  handle(app, calls.brand, async ({ params, actor }) => readBrand(db, actor, params.id))
  handle(app, calls.holidays, async ({ actor }) => {
    const today = tokyoDate(actor.at)
    return holidaysBetween(today, addDays(today, 365))
  })
  handle(app, calls.everyBrand, async ({ query, actor }) => everyBrand(db, actor, query))
  handle(app, calls.categories, async () => categoryRows(db))
  handle(app, calls.commentTemplates, async ({ actor }) => commentTemplateRows(db, actor))
  handle(app, calls.campaigns, async ({ actor }) => campaignsToday(db, actor))
}
