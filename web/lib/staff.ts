import { accountCalls } from '#contract/account'
import { useCall } from '#web/lib/query-client.ts'

/** The signed-in member of staff; undefined until known. */
export const useStaff = () => useCall(accountCalls.me).data?.businessUser ?? undefined
