import { customerCalls } from '#contract/customer'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'

export type OwnCustomer = AskResult<typeof customerCalls.list>['results'][number]
export type OwnBankAccount = NonNullable<OwnCustomer['bankAccount']>

export const useOwnCustomer = (): OwnCustomer | undefined => useCall(customerCalls.list).data?.results[0]

/** `みずほ銀行 東京営業部 普通 ••••567` */
export const accountText = (account: OwnBankAccount, typeLabel: string): string =>
  `${account.bankName} ${account.branchName} ${typeLabel} ••••${account.accountNumber.slice(-3)}`
