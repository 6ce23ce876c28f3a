import { setupCalls } from '#contract/setup'
import { termsCalls as calls } from '#contract/terms'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { listTerms, publishTerms, withdrawTerms } from './setup.service.ts'
import { currentTerms, termsOfVersion } from './terms.service.ts'

export const termsRoutes: Routes = (app, db) => {
  handle(app, calls.current, async ({ actor }) => currentTerms(db, actor.at))
  handle(app, calls.byVersion, async ({ params }) => termsOfVersion(db, params.terms_version))
  handle(app, setupCalls.terms, async ({ actor }) => listTerms(db, actor))
  handle(app, setupCalls.publishTerms, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => publishTerms(tx, actor, body)),
  )
  handle(app, setupCalls.withdrawTerms, async ({ params, actor }) => {
    await inTransaction(db, (tx) => withdrawTerms(tx, actor, params.terms_version))
    return undefined
  })
}
