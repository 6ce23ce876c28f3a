import { custodyCalls as calls } from '#contract/custody'
import type { BusinessActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { contentsOf, countOf, isCountOf, listCounts, recordCount, settleCount } from './count.service.ts'
import {
  custodyOfRequest,
  handOver,
  isHandoverOf,
  isRequestOf,
  lookUp,
  undoHandover,
} from './custody.service.ts'
import { explainDiscrepancy, listDiscrepancies } from './discrepancy.service.ts'
import { changePlace, createPlace, isPlaceOf, listPlaces } from './place.service.ts'

type Of = { params: { id: number }; actor: BusinessActor }

export const custodyRoutes: Routes = (app, db) => {
  const placeExists = ({ params, actor }: Of) => isPlaceOf(db, actor, params.id)
  const handoverExists = ({ params, actor }: Of) => isHandoverOf(db, actor, params.id)
  const countExists = ({ params, actor }: Of) => isCountOf(db, actor, params.id)
  const requestExists = ({ params, actor }: Of) => isRequestOf(db, actor, params.id)

  handle(app, calls.places, async ({ query, actor }) => listPlaces(db, actor, query))
  handle(app, calls.createPlace, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createPlace(tx, actor, body)),
  )
  handle(
    app,
    calls.updatePlace,
    async ({ params, body, actor }) => inTransaction(db, (tx) => changePlace(tx, actor, params.id, body)),
    { exists: placeExists },
  )
  handle(app, calls.look, async ({ params, actor }) => lookUp(db, actor, params.code))
  handle(app, calls.move, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => handOver(tx, actor, body)),
  )
  handle(
    app,
    calls.undo,
    async ({ params, actor }) => inTransaction(db, (tx) => undoHandover(tx, actor, params.id)),
    { exists: handoverExists },
  )
  handle(app, calls.contents, async ({ params, actor }) => contentsOf(db, actor, params.id), {
    exists: placeExists,
  })
  handle(app, calls.counts, async ({ query, actor, request }) =>
    pageBody(request, await listCounts(db, actor, query)),
  )
  handle(app, calls.count, async ({ body, actor, once }) => recordCount(db, actor, body, once))
  handle(app, calls.countOf, async ({ params, actor }) => countOf(db, actor, params.id), {
    exists: countExists,
  })
  handle(app, calls.settle, async ({ params, actor }) => settleCount(db, actor, params.id), {
    exists: countExists,
  })
  handle(app, calls.discrepancies, async ({ query, actor, request }) =>
    pageBody(request, await listDiscrepancies(db, actor, query)),
  )
  handle(
    app,
    calls.explain,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => explainDiscrepancy(tx, actor, params.id, body)),
    { exists: requestExists },
  )
  handle(
    app,
    calls.ofRequest,
    async ({ params, query, actor }) => custodyOfRequest(db, actor, params.id, query.item),
    { exists: requestExists },
  )
}
