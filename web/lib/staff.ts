import { accountCalls } from '#contract/account'
import { useCall } from '#web/lib/query-client.ts'

export const useStaff = () => useCall(accountCalls.me).data?.businessUser ?? undefined
