import { tokyoDate } from '#contract/day'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { priceEstimateCalls } from '#contract/price-estimate'
import { itemExists } from '#server/domains/item/item.service'
import type { BusinessActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { handle, type ReplicaRoutes, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { readUpload } from '#server/platform/upload'
import { accuracyFigures, accuracyPeriod, linkNamedPrice, namedPriceOf } from './accuracy.service.ts'
import { applyWithPrices } from './apply.service.ts'
import { priceBands } from './bands.service.ts'
import { declineEstimate, shareOfStore, shownEstimate, takeEstimate } from './estimate.service.ts'
import { estimateFile, linkedEstimateFile } from './estimate-file.service.ts'
import { handOverToMember } from './hand-over.service.ts'
import { sendPreAssessment } from './link.service.ts'
import { exportPreAssessments, exportResults } from './pre-assessment.export.ts'
import { addPrePhoto, removePrePhoto } from './pre-assessment.photo.ts'
import {
  changePreAssessment,
  changePreItem,
  createPreAssessment,
  createPreItem,
  listPreAssessments,
  listPreItems,
  preAssessmentExists,
  preItemExists,
  readPreAssessment,
  readPreItem,
  removePreAssessment,
  removePreItem,
} from './pre-assessment.service.ts'
import {
  changeProspect,
  createProspect,
  listProspects,
  prospectExists,
  readProspect,
  removeProspect,
} from './prospect.service.ts'

interface Sought<Params> {
  params: Params
  actor: BusinessActor
}
type ItemParams = { assessment_pk: number; id: number }

export const preAssessmentRoutes: Routes = (app, db, tools) => {
  const one = {
    exists: ({ params, actor }: Sought<{ id: number }>) => preAssessmentExists(db, actor, params.id),
  }
  const item = {
    exists: ({ params, actor }: Sought<ItemParams>) =>
      preItemExists(db, actor, params.assessment_pk, params.id),
  }
  const person = {
    exists: ({ params, actor }: Sought<{ id: number }>) => prospectExists(db, actor, params.id),
  }
  const itemOf = ({ assessment_pk, id }: ItemParams) => ({ of: assessment_pk, id })

  handle(app, calls.createAssessment, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createPreAssessment(tx, actor, body, tools)),
  )
  handle(app, calls.assessment, async ({ params, actor }) => readPreAssessment(db, actor, params.id, tools))
  handle(
    app,
    calls.replaceAssessment,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => changePreAssessment(tx, actor, params.id, body, tools)),
    one,
  )
  handle(
    app,
    calls.updateAssessment,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => changePreAssessment(tx, actor, params.id, body, tools)),
    one,
  )
  handle(app, calls.removeAssessment, async ({ params, actor }) => {
    await inTransaction(db, (tx) => removePreAssessment(tx, actor, params.id))
    return undefined
  })
  handle(app, calls.items, async ({ params, query, actor, request }) =>
    pageBody(request, await listPreItems(db, actor, params.assessment_pk, query, tools)),
  )
  handle(
    app,
    calls.createItem,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => createPreItem(tx, actor, params.assessment_pk, body, tools)),
    { exists: ({ params, actor }) => preAssessmentExists(db, actor, params.assessment_pk) },
  )
  handle(app, calls.item, async ({ params, actor }) =>
    readPreItem(db, actor, params.assessment_pk, params.id, tools),
  )
  handle(
    app,
    calls.replaceItem,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => changePreItem(tx, actor, itemOf(params), body, tools, true)),
    item,
  )
  handle(
    app,
    calls.updateItem,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => changePreItem(tx, actor, itemOf(params), body, tools)),
    item,
  )
  handle(app, calls.removeItem, async ({ params, actor }) => {
    await inTransaction(db, (tx) => removePreItem(tx, actor, params.assessment_pk, params.id))
    return undefined
  })
  handle(app, calls.addPhoto, async ({ params, actor, request }) =>
    addPrePhoto(db, actor, itemOf(params), () => readUpload(request, tools), tools),
  )
  handle(app, calls.removePhoto, async ({ params, actor }) => {
    await removePrePhoto(db, actor, itemOf(params), tools)
    return undefined
  })
  handle(
    app,
    calls.send,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => sendPreAssessment(tx, actor, params.id, body, tools)),
    one,
  )
  handle(
    app,
    calls.handOver,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => handOverToMember(tx, actor, params.id, body, tools)),
    one,
  )
  handle(app, calls.pdf, async ({ params, actor, reply }) => {
    const { bytes, name } = await estimateFile(db, actor, params.id, tools)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${name}"`)
      .send(bytes)
  })
  handle(app, calls.customers, async ({ query, actor, request }) =>
    pageBody(request, await listProspects(db, actor, query)),
  )
  handle(app, calls.createCustomer, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createProspect(tx, actor, body)),
  )
  handle(app, calls.customer, async ({ params, actor }) => readProspect(db, actor, params.id))
  handle(
    app,
    calls.replaceCustomer,
    async ({ params, body, actor }) => inTransaction(db, (tx) => changeProspect(tx, actor, params.id, body)),
    person,
  )
  handle(
    app,
    calls.updateCustomer,
    async ({ params, body, actor }) => inTransaction(db, (tx) => changeProspect(tx, actor, params.id, body)),
    person,
  )
  handle(app, calls.removeCustomer, async ({ params, actor }) => {
    await inTransaction(db, (tx) => removeProspect(tx, actor, params.id))
    return undefined
  })
  handle(app, calls.namedOfItem, async ({ params, actor }) => namedPriceOf(db, actor, params.slug))
  handle(
    app,
    calls.linkItem,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => linkNamedPrice(tx, actor, params.slug, body.pre_item)),
    { exists: ({ params, actor }) => itemExists(db, actor, params.slug) },
  )

  handle(app, priceEstimateCalls.shown, async ({ params, query, actor }) =>
    shownEstimate(db, { ...params, ...query }, actor.at, tools),
  )
  handle(app, priceEstimateCalls.shownPdf, async ({ params, query, actor, reply }) => {
    const { bytes, name } = await linkedEstimateFile(db, { ...params, ...query }, actor.at, tools)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${name}"`)
      .send(bytes)
  })
  handle(app, priceEstimateCalls.decline, async ({ params, body, actor }) =>
    declineEstimate(db, actor, { ...params, ...body }, tools),
  )
  handle(app, priceEstimateCalls.take, async ({ params, body, actor }) =>
    takeEstimate(db, actor, { ...params, ...body }, tools),
  )
  handle(app, priceEstimateCalls.storeAccuracy, async ({ query, actor }) =>
    shareOfStore(db, query.store, actor.at),
  )
  handle(app, priceEstimateCalls.apply, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => applyWithPrices(tx, actor, body, tools)),
  )
  handle(app, priceEstimateCalls.bands, async ({ body, actor }) => priceBands(db, body, actor.at))
}

export const preAssessmentReplicaRoutes: ReplicaRoutes = (app) => {
  handle(app, calls.assessments, async ({ db, query, actor, request }) =>
    pageBody(request, await listPreAssessments(db, actor, query)),
  )
  handle(app, calls.assessmentsCsv, async ({ db, query, actor }) => ({
    name: `事前査定-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportPreAssessments(db, actor, query, signal),
  }))
  handle(app, calls.accuracy, async ({ db, query, actor }) => accuracyFigures(db, actor, query))
  handle(app, calls.accuracyCsv, async ({ db, query, actor }) => {
    const period = accuracyPeriod(actor, query)
    return {
      name: `事前査定の精度-${period.from}-${period.to}.csv`,
      pieces: (signal) => exportResults(db, actor, period, signal),
    }
  })
}
