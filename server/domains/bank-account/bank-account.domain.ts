import type { Domain } from '#server/platform/domain'
import { bankAccountRoutes } from './bank-account.routes.ts'

export const bankAccount: Domain = {
  level: 'people',
  routes: bankAccountRoutes,
  sealed: [
    { table: 'bank_account', column: 'account_number_enc' },
    { table: 'bank_account', column: 'yucho_symbol_enc' },
    { table: 'bank_account', column: 'yucho_number_enc' },
  ],
}
