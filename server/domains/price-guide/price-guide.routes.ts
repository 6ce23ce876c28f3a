import { priceGuideCalls as calls } from '#contract/price-guide'
import { handle, type Routes } from '#server/platform/handle'
import { example, figuresOfBrand, guidedBrands, newestDeals, searchPrices } from './price-guide.service.ts'

export const priceGuideRoutes: Routes = (app, db) => {
  handle(app, calls.search, async ({ query }) => searchPrices(db, query))
  handle(app, calls.brands, async ({ query }) => guidedBrands(db, query))
  handle(app, calls.brand, async ({ params, query, actor }) => figuresOfBrand(db, actor, params.id, query))
  handle(app, calls.example, async ({ query }) => example(db, query))
  handle(app, calls.deals, async ({ query, actor }) => newestDeals(db, actor, query))
}
