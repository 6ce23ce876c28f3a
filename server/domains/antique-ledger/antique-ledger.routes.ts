import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { ledgerHeader, listLedger } from './antique-ledger.service.ts'
import { verifyCompany } from './antique-ledger.verify.ts'

export const antiqueLedgerRoutes: Routes = (app, db, tools) => {
  handle(app, antiqueLedgerCalls.list, async ({ query, actor, request }) =>
    pageBody(request, await listLedger(db, actor, query)),
  )
  handle(app, antiqueLedgerCalls.header, ({ query, actor }) => ledgerHeader(db, actor, query.shop))
  handle(app, antiqueLedgerCalls.verify, ({ actor }) =>
    verifyCompany(db, actor.company_id, tools, { at: actor.at }),
  )
}
