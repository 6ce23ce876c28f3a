import { bankAccountCalls as calls } from '#contract/bank-account'
import { handle, type Routes } from '#server/platform/handle'
import {
  bankAccountExists,
  changeBankAccount,
  createBankAccount,
  findBanks,
  findBranches,
  listBankAccounts,
  ownBankAccount,
  removeBankAccount,
} from './bank-account.service.ts'

export const bankAccountRoutes: Routes = (app, db, tools) => {
  handle(app, calls.list, ({ params, actor }) => listBankAccounts(db, actor, params.customer_pk, tools))
  handle(
    app,
    calls.create,
    ({ params, actor, body }) => createBankAccount(db, actor, params.customer_pk, body, tools),
    { exists: async ({ params, actor }) => actor.customer_id === params.customer_pk },
  )
  handle(app, calls.get, ({ params, actor }) => ownBankAccount(db, actor, params, tools))
  handle(app, calls.replace, ({ params, actor, body }) => changeBankAccount(db, actor, params, body, tools), {
    exists: ({ params, actor }) => bankAccountExists(db, actor, params),
  })
  handle(app, calls.update, ({ params, actor, body }) => changeBankAccount(db, actor, params, body, tools), {
    exists: ({ params, actor }) => bankAccountExists(db, actor, params),
  })
  handle(app, calls.remove, async ({ params, actor }) => {
    await removeBankAccount(db, actor, params)
    return undefined
  })
  handle(app, calls.banks, ({ query }) => findBanks(db, query.search_text ?? ''))
  handle(app, calls.branches, ({ params, query }) =>
    findBranches(db, params.bank_code, query.search_text ?? ''),
  )
}
