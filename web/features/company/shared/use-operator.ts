import { companyCalls } from '#contract/company'
import { useCall } from '#web/lib/query-client.ts'

/** The operator. Null before set-up, undefined while loading or after an error. */
export function useOperator() {
  return useCall(companyCalls.operator).data?.operator
}

export const operatorPending = '運営会社は準備中です。登録が済みしだい、ここに表示します。'
