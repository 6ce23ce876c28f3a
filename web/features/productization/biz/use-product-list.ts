import { productizationCalls } from '#contract/productization'
import { useListState } from '#web/lib/list-state.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'

/** Narrowed by its address; as long as that says nothing else, to what is still to be done. */
export function useProductList(size?: number) {
  const state = useListState(productizationCalls.list, size)
  const { stage, status, isSold, isFinished, q } = state.query
  const isOpen = [stage, status, isSold, isFinished, q].every((one) => one === undefined)
  const filter = { ...state.filter, ...(isOpen && { isFinished: false }) }
  const place = { page: state.page > 1 ? state.page : undefined, size: size ?? state.query.size }
  const read = useCallWithPrevious(productizationCalls.list, { query: { ...filter, ...place } })
  return { ...state, filter, read }
}
