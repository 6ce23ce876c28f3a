import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import type { BusinessActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { listAttributes } from './attribute.service.ts'
import {
  brandExists,
  categoryExists,
  changeCondition,
  conditionExists,
  createCondition,
  genders,
  listBrands,
  listCategories,
  listConditions,
  operatorRows,
  readCondition,
  removeCondition,
  writeBrand,
  writeCategory,
} from './master.service.ts'
import { pricesOf } from './price.service.ts'
import {
  changeSeason,
  createSeason,
  listSeasons,
  readSeason,
  removeSeason,
  seasonExists,
} from './season.service.ts'
import {
  createTemplate,
  listTemplates,
  removeTemplate,
  replaceTemplate,
  templateExists,
  templateHistory,
} from './template.service.ts'

interface Named {
  params: { id: number }
  actor: BusinessActor
}

export const masterRoutes: Routes = (app, db) => {
  const condition = { exists: ({ params, actor }: Named) => conditionExists(db, actor, params.id) }
  handle(app, calls.brands, async ({ query, actor, request }) =>
    pageBody(request, await listBrands(db, actor, query)),
  )
  handle(
    app,
    calls.writeBrand,
    async ({ params, body, actor }) => inTransaction(db, (tx) => writeBrand(tx, actor, params.id, body)),
    { exists: ({ params, actor }) => brandExists(db, actor, params.id) },
  )
  handle(app, calls.categories, async ({ query, actor, request }) =>
    pageBody(request, await listCategories(db, actor, query)),
  )
  handle(
    app,
    calls.writeCategory,
    async ({ params, body, actor }) => inTransaction(db, (tx) => writeCategory(tx, actor, params.id, body)),
    { exists: ({ params, actor }) => categoryExists(db, actor, params.id) },
  )
  handle(app, calls.genders, async () => genders)
  handle(app, calls.attributes, async ({ query, actor }) => listAttributes(db, actor, query))
  handle(app, calls.operators, async ({ actor }) => operatorRows(db, actor))
  handle(app, calls.itemStatuses, async ({ query, actor, request }) =>
    pageBody(request, await listConditions(db, actor, query)),
  )
  handle(app, calls.createItemStatus, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createCondition(tx, actor, body)),
  )
  handle(app, calls.itemStatus, async ({ params, actor }) => readCondition(db, actor, params.id))
  handle(
    app,
    calls.replaceItemStatus,
    async ({ params, body, actor }) => inTransaction(db, (tx) => changeCondition(tx, actor, params.id, body)),
    condition,
  )
  handle(
    app,
    calls.updateItemStatus,
    async ({ params, body, actor }) => inTransaction(db, (tx) => changeCondition(tx, actor, params.id, body)),
    condition,
  )
  handle(app, calls.removeItemStatus, async ({ params, actor }) => {
    await inTransaction(db, (tx) => removeCondition(tx, actor, params.id))
    return undefined
  })
  handle(app, calls.priceTemplates, async ({ query, actor, request }) =>
    pageBody(request, await listTemplates(db, actor, query)),
  )
  handle(app, calls.createPriceTemplate, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createTemplate(tx, actor, body)),
  )
  handle(
    app,
    calls.replacePriceTemplate,
    async ({ params, body, actor }) => inTransaction(db, (tx) => replaceTemplate(tx, actor, params.id, body)),
    { exists: ({ params, actor }) => templateExists(db, actor, params.id) },
  )
  handle(app, calls.removePriceTemplate, async ({ params, actor }) => {
    await inTransaction(db, (tx) => removeTemplate(tx, actor, params.id))
    return undefined
  })
  handle(app, calls.templateHistory, async ({ params, actor }) => templateHistory(db, actor, params.id))
  handle(app, calls.price, async ({ body, actor }) => pricesOf(db, actor, body))
}

export const seasonRoutes: Routes = (app, db) => {
  const season = { exists: ({ params, actor }: Named) => seasonExists(db, actor, params.id) }
  handle(app, calls.seasonTags, async ({ query, actor, request }) =>
    pageBody(request, await listSeasons(db, actor, query)),
  )
  handle(app, calls.createSeasonTag, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createSeason(tx, actor, body)),
  )
  handle(app, calls.seasonTag, async ({ params, actor }) => readSeason(db, actor, params.id))
  handle(
    app,
    calls.replaceSeasonTag,
    async ({ params, body, actor }) => inTransaction(db, (tx) => changeSeason(tx, actor, params.id, body)),
    season,
  )
  handle(
    app,
    calls.updateSeasonTag,
    async ({ params, body, actor }) => inTransaction(db, (tx) => changeSeason(tx, actor, params.id, body)),
    season,
  )
  handle(app, calls.removeSeasonTag, async ({ params, actor }) => {
    await inTransaction(db, (tx) => removeSeason(tx, actor, params.id))
    return undefined
  })
}
