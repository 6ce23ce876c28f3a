import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { tokyoDate } from '#contract/day'
import { whileOpen } from '#server/platform/csv-response'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { correctRow, isOwnRow } from './antique-ledger.correction.ts'
import { checkShiftJis, exportLedger } from './antique-ledger.export.ts'
import { ledgerCodesMissing, ledgerHeader, listLedger, printLedger } from './antique-ledger.service.ts'
import { verifyCompany } from './antique-ledger.verify.ts'
import { changeCheckpointMail, checkpointMailSetting } from './checkpoint-mail.service.ts'

export const antiqueLedgerRoutes: Routes = (app, db, tools) => {
  handle(app, antiqueLedgerCalls.list, async ({ query, actor, request }) =>
    pageBody(request, await listLedger(db, actor, query)),
  )
  handle(app, antiqueLedgerCalls.codes, async ({ query, actor }) => ({
    missing: await ledgerCodesMissing(db, actor, query),
  }))
  handle(app, antiqueLedgerCalls.print, ({ query, actor }) => printLedger(db, actor, query))
  handle(app, antiqueLedgerCalls.csv, async ({ query, actor }) => ({
    name: `古物台帳-${tokyoDate(actor.at)}.csv`,
    encoding: query.encoding,
    pieces: (signal) => exportLedger(db, actor, query, signal),
  }))
  handle(app, antiqueLedgerCalls.csvCheck, ({ query, actor, reply }) =>
    checkShiftJis(db, actor, query, whileOpen(reply)),
  )
  handle(app, antiqueLedgerCalls.header, ({ query, actor }) => ledgerHeader(db, actor, query.shop))
  handle(
    app,
    antiqueLedgerCalls.correct,
    ({ params, body, actor, once }) => correctRow(db, actor, params.id, body, once, tools),
    { exists: ({ params, actor }) => isOwnRow(db, actor, params.id) },
  )
  handle(app, antiqueLedgerCalls.checkpointMail, ({ actor }) => checkpointMailSetting(db, actor))
  handle(app, antiqueLedgerCalls.changeCheckpointMail, ({ actor, body }) =>
    changeCheckpointMail(db, actor, body, tools),
  )
  handle(app, antiqueLedgerCalls.verify, ({ actor }) =>
    verifyCompany(db, actor.company_id, tools, { at: actor.at }),
  )
}
