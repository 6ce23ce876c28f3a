import { tokyoDate } from '#contract/day'
import { transferCalls as calls } from '#contract/transfer'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { sessionNetwork } from '#server/platform/session-network'
import { changePayoutOriginator, payoutOriginator } from './originator.service.ts'
import { exportBatches } from './payout.export.ts'
import {
  approvePayoutBatch,
  cancelPayoutBatch,
  companyPayouts,
  createPayoutBatch,
  exportPayoutBatch,
  payoutBatchExists,
  payoutBatches,
  payoutCandidates,
  payoutFile,
  sendPayoutBatch,
  transferExists,
  viewPayoutBatch,
} from './payout.service.ts'
import { recordPayoutResults, recordPayoutReturns, refuseTransfer } from './payout-result.service.ts'
import { checkSpecialWithdrawal, specialWithdrawals } from './special-withdrawal.service.ts'
import {
  balanceOverview,
  requestSpecialWithdrawal,
  requestTransfer,
  transactions,
} from './transfer.service.ts'
import { statementCsvFile, statementPdfFile, yearStatement } from './transfer.statement.ts'

export const transferRoutes: Routes = (app, db, tools) => {
  const exists = { exists: ({ params }: { params: { id: number } }) => payoutBatchExists(db, params.id) }

  handle(app, calls.request, async ({ actor, once, body }) => requestTransfer(db, actor, once, body, tools))
  handle(app, calls.specialWithdrawal, async ({ actor, once, body }) =>
    requestSpecialWithdrawal(db, actor, once, body, tools),
  )
  handle(app, calls.transactions, async ({ actor, query, request }) =>
    pageBody(request, await transactions(db, actor, query)),
  )
  handle(app, calls.statement, async ({ actor, query }) => yearStatement(db, actor, query.year, tools))
  handle(app, calls.statementCsv, async ({ actor, query }) => statementCsvFile(db, actor, query.year, tools))
  handle(app, calls.statementPdf, async ({ actor, query, reply }) => {
    const { bytes, name } = await statementPdfFile(db, actor, query.year, tools)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(bytes)
  })
  handle(app, calls.balance, async ({ actor }) => balanceOverview(db, actor, tools))

  handle(app, calls.candidates, async ({ actor, query }) =>
    payoutCandidates(db, actor, query.pay_date, tools),
  )
  handle(
    app,
    calls.cannotSend,
    async ({ actor, once, params, body }) => refuseTransfer(db, actor, once, { ...params, ...body }),
    { exists: ({ params }) => transferExists(db, params.id) },
  )
  handle(app, calls.specialWithdrawals, async ({ actor, query, request }) =>
    pageBody(request, await specialWithdrawals(db, actor, query)),
  )
  handle(
    app,
    calls.checkSpecialWithdrawal,
    async ({ actor, params, body, request }) => {
      const network = sessionNetwork(request.ip, tools)
      return checkSpecialWithdrawal(db, actor, { ...params, ...body, network })
    },
    { exists: ({ params }) => transferExists(db, params.id) },
  )
  handle(app, calls.originator, async ({ actor }) => payoutOriginator(db, actor))
  handle(app, calls.changeOriginator, async ({ actor, body }) => changePayoutOriginator(db, actor, body))
  handle(app, calls.batches, async ({ actor, query, request }) =>
    pageBody(request, await payoutBatches(db, actor, query)),
  )
  handle(app, calls.batchesCsv, async ({ actor, query }) => ({
    name: `振込データ-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportBatches(db, actor, query, signal),
  }))
  handle(app, calls.createBatch, async ({ actor, once, body, request }) => {
    const network = sessionNetwork(request.ip, tools)
    return createPayoutBatch(db, actor, once, { ...body, network }, tools)
  })
  handle(app, calls.batch, async ({ actor, params }) => viewPayoutBatch(db, actor, params.id))
  handle(
    app,
    calls.approveBatch,
    async ({ actor, params, body, request }) => {
      const network = sessionNetwork(request.ip, tools)
      return approvePayoutBatch(db, actor, { ...params, ...body, network })
    },
    exists,
  )
  handle(
    app,
    calls.exportBatch,
    async ({ actor, params, body }) => exportPayoutBatch(db, actor, { ...params, ...body }, tools),
    exists,
  )
  handle(app, calls.batchFile, async ({ actor, params, reply }) => {
    const { bytes, name } = await payoutFile(db, actor, params.id, tools)
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(bytes)
  })
  handle(
    app,
    calls.markSent,
    async ({ actor, params, body }) => sendPayoutBatch(db, actor, { ...params, ...body }),
    exists,
  )
  handle(
    app,
    calls.recordResults,
    async ({ actor, params, body }) => recordPayoutResults(db, actor, { ...params, ...body }),
    exists,
  )
  handle(
    app,
    calls.recordReturns,
    async ({ actor, params, body }) => recordPayoutReturns(db, actor, { ...params, ...body }),
    exists,
  )
  handle(
    app,
    calls.cancelBatch,
    async ({ actor, params, body }) => cancelPayoutBatch(db, actor, { ...params, ...body }, tools),
    exists,
  )
  handle(app, calls.companyPayouts, async ({ actor, query, request }) =>
    pageBody(request, await companyPayouts(db, actor, query)),
  )
}
