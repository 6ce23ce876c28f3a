import { bookCalls as calls } from '#contract/book'
import { tokyoDate } from '#contract/day'
import { whileOpen } from '#server/platform/csv-response'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { sessionNetwork } from '#server/platform/session-network'
import { exportBookAccounts, exportEntries } from './book.export.ts'
import { proofs, proveNow } from './book.proof.ts'
import { balanceByKind, bookEntries, settle, trialBalance } from './book.service.ts'
import { bookMonths, checkMonth, closeMonth, exportMonth, requireClosedMonth } from './month.service.ts'
import {
  approveProposal,
  bookDealOf,
  proposalExists,
  proposals,
  propose,
  refuseProposal,
} from './proposal.service.ts'

export const bookRoutes: Routes = (app, db, tools) => {
  handle(app, calls.kinds, async () => balanceByKind(db))
  handle(app, calls.accountsCsv, async ({ actor, query }) => ({
    name: `残高-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportBookAccounts(db, actor, query, signal),
  }))
  handle(app, calls.entriesCsv, async ({ actor, query }) => ({
    name: `仕訳-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportEntries(db, actor, query, signal),
  }))
  handle(app, calls.trialBalance, async ({ actor, query, request }) =>
    pageBody(request, await trialBalance(db, actor, query)),
  )
  handle(app, calls.entries, async ({ actor, query, request }) =>
    pageBody(request, await bookEntries(db, actor, query)),
  )
  handle(app, calls.proofs, async ({ query, request }) => pageBody(request, await proofs(db, query)))
  handle(app, calls.prove, async ({ actor }) => proveNow(db, actor, tools))
  handle(app, calls.deal, ({ params }) => bookDealOf(db, params.id))
  handle(app, calls.proposals, async ({ actor, query, request }) =>
    pageBody(request, await proposals(db, actor, query)),
  )
  handle(app, calls.propose, ({ actor, once, body, request }) =>
    propose(db, actor, once, { ...body, network: sessionNetwork(request.ip, tools) }),
  )
  handle(
    app,
    calls.approveProposal,
    ({ actor, params, body, request }) =>
      approveProposal(db, actor, { ...params, ...body, network: sessionNetwork(request.ip, tools) }),
    { exists: ({ params }) => proposalExists(db, params.id) },
  )
  handle(
    app,
    calls.refuseProposal,
    ({ actor, params, body }) => refuseProposal(db, actor, { ...params, ...body }),
    { exists: ({ params }) => proposalExists(db, params.id) },
  )
  handle(app, calls.months, async ({ actor, query, request }) =>
    pageBody(request, await bookMonths(db, actor, query)),
  )
  handle(app, calls.closeMonth, ({ actor, body }) => closeMonth(db, actor, body.month, tools))
  handle(app, calls.monthCsvCheck, ({ params, reply }) => checkMonth(db, params.month, whileOpen(reply)))
  handle(app, calls.monthCsv, async ({ actor, params, query }) => {
    await requireClosedMonth(db, params.month)
    return {
      name: `会計-${params.month}.csv`,
      encoding: query.encoding,
      pieces: (signal) => exportMonth(db, actor, { month: params.month, ...query }, signal),
    }
  })
  handle(app, calls.settle, async ({ actor, once, body }) => settle(db, actor, once, body))
}
