import { identityCalls as calls } from '#contract/identity'
import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import { handle, type Routes, withStatus } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { refuse, unknownKey } from '#server/platform/refusal'
import { readUpload } from '#server/platform/upload'
import { addCapture } from './capture.service.ts'
import { startCheck, takeProviderNews } from './check.service.ts'
import {
  mayReachCustomer,
  ownChecks,
  recordIdentification,
  withdrawIdentification,
} from './identity.service.ts'
import {
  approveReview,
  identityReviews,
  returnReview,
  reviewExists,
  viewCapture,
  viewReview,
} from './review.service.ts'
import { cancelSession } from './session.close.ts'
import { confirmDocument, submitSession } from './session.edit.ts'
import { openIdentitySession, openSessionByLine } from './session.open.ts'
import { getSession, sessionExists } from './session.service.ts'

const sessionRoutes: Routes = (app, db, tools) => {
  const own = {
    exists: ({ params, actor }: { params: { id: number }; actor: CustomerActor }) =>
      sessionExists(db, actor, params.id),
  }
  handle(app, calls.checks, ({ actor }) => ownChecks(db, actor))
  handle(app, calls.open, async ({ actor, body }) => {
    const customer_id = ownCustomer(actor, body.customer)
    const { is_new, ...session } = await openIdentitySession(
      db,
      actor,
      { customer_id, shop: body.shop ?? null },
      tools,
    )
    return withStatus(calls.open, is_new ? 201 : 200, session)
  })
  handle(app, calls.openByLine, async ({ actor, body }) => {
    const customer_id = ownCustomer(actor, body.customer)
    return openSessionByLine(db, actor, { customer_id, line_user_id: body.line_user_id ?? '' }, tools)
  })
  handle(
    app,
    calls.startProvider,
    ({ actor, params, body }) => startCheck(db, actor, params.id, body.version, tools),
    own,
  )
  handle(
    app,
    calls.providerWebhook,
    async ({ body }) => {
      await takeProviderNews(db, body.verification)
      return {}
    },
    {
      isAuthentic: (bytes, headers) =>
        tools.ekyc?.isSigned(bytes, String(headers['x-ekyc-signature'] ?? ''), tools.clock.now()) ?? false,
    },
  )
  handle(app, calls.session, ({ actor, params }) => getSession(db, actor, params.id))
  handle(
    app,
    calls.confirm,
    ({ actor, params, body }) => confirmDocument(db, actor, params.id, body, tools),
    own,
  )
  handle(app, calls.capture, ({ actor, params, request }) =>
    addCapture(db, actor, params, () => readUpload(request, tools), tools),
  )
  handle(
    app,
    calls.submit,
    ({ actor, params, body }) => submitSession(db, actor, params.id, body.version, tools),
    own,
  )
  handle(app, calls.cancel, ({ actor, params }) => cancelSession(db, actor, params.id, tools))
}

const reviewRoutes: Routes = (app, db, tools) => {
  const own = {
    exists: ({ params, actor }: { params: { id: number }; actor: BusinessActor }) =>
      reviewExists(db, actor, params.id),
  }
  handle(app, calls.reviews, async ({ query, actor, request }) =>
    pageBody(request, await identityReviews(db, actor, query)),
  )
  handle(app, calls.review, ({ actor, params }) => viewReview(db, actor, params.id, tools))
  handle(app, calls.reviewImage, ({ actor, params }) => viewCapture(db, actor, params, tools))
  handle(
    app,
    calls.approve,
    ({ actor, params, body }) => approveReview(db, actor, params.id, body, tools),
    own,
  )
  handle(
    app,
    calls.returnReview,
    ({ actor, params, body }) => returnReview(db, actor, params.id, body, tools),
    own,
  )
}

/** A customer names nobody else. */
function ownCustomer(actor: CustomerActor, named: number | undefined): number {
  if (actor.customer_id === null) throw refuse('customer_incomplete')
  if (named !== undefined && named !== actor.customer_id) throw unknownKey('customer', named)
  return actor.customer_id
}

export const identityRoutes: Routes = (app, db, tools) => {
  sessionRoutes(app, db, tools)
  reviewRoutes(app, db, tools)
  handle(
    app,
    calls.record,
    ({ params, actor, body, once }) => recordIdentification(db, actor, params, body, once, tools),
    {
      exists: ({ params, actor }) => mayReachCustomer(db, actor, params),
    },
  )
  handle(
    app,
    calls.clear,
    ({ params, actor, body }) => withdrawIdentification(db, actor, params, body.reason, tools),
    { exists: ({ params, actor }) => mayReachCustomer(db, actor, params) },
  )
}
