import { companyCalls } from '#contract/company'
import { useCall } from '#web/lib/query-client.ts'

/** The company that runs the site; null before the set-up, undefined while that is not known. */
export function useOperator() {
  return useCall(companyCalls.operator).data?.operator
}

/** What stands in its place before the set-up. */
export const operatorPending = '運営会社は準備中です。登録が済みしだい、ここに表示します。'
