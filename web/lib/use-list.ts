import type { CallQueryInput } from '#contract/call'
import type { AskInput } from './ask.ts'
import type { CamelCased } from './case.ts'
import { type ListCall, useListState } from './list-state.ts'
import { useCallWithPrevious } from './query-client.ts'

type PagedCall = ListCall & { ok: object }

type Options<C extends ListCall> = {
  params?: AskInput<C> extends { params: infer P } ? P : never
  /** A fixed query; filters in the address are ignored. */
  always?: CamelCased<CallQueryInput<C>>
  /** A fixed page size. */
  size?: number
  enabled?: boolean
}

/** A list: its state in the address, and the rows of the call. */
export function useList<C extends PagedCall>(call: C, options: Options<C> = {}) {
  const { params, always, size, enabled } = options
  const state = useListState(call, size)
  const place =
    'page' in call.query.shape
      ? {
          page: state.page > 1 ? state.page : undefined,
          size: size ?? (state.query as { size?: unknown }).size,
        }
      : { limit: state.size, offset: (state.page - 1) * state.size }
  const input = { params, query: { ...(always ?? state.filter), ...place } }
  const read = useCallWithPrevious(call, input as unknown as AskInput<C>, enabled)
  return { ...state, read }
}
