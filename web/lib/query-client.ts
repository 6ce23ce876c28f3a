import {
  keepPreviousData,
  onlineManager,
  QueryClient,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { AnyCall, Entity } from '#contract/call'
import { ApiError, CancelError } from './api-error.ts'
import { type AskArgs, type AskInput, type AskResult, ask } from './ask.ts'
import { errorCode } from './errors.ts'
import { fingerprint, forgetIntents, keyFor, settleIntent } from './intent.ts'
import { isOnline, subscribeOnline } from './online.ts'
import { isNetworkFailure } from './request.ts'
import { fetchMe } from './session.ts'
import { pageOwner, subscribePageOwner } from './suspended-session.ts'

const meRoute = 'GET /api/me/'

/** Only network and server errors are retried, not refusals. */
function worthRepeating(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500
  return !(error instanceof CancelError) && isNetworkFailure(error)
}

const waitOf = (error: unknown): number =>
  error instanceof ApiError ? Math.min(error.retryAfter ?? 0, 30) * 1000 : 0

/** With jitter, so that clients do not all retry at the same time. */
const away = (error: unknown): number => 10_000 + waitOf(error) + Math.random() * 5_000

/** The owner of the current page, also while its session is suspended. */
const currentReader = (): string | undefined => pageOwner()?.owner

export function makeQueryClient(): QueryClient {
  // Refetch when the server is reachable again, not just the network.
  onlineManager.setEventListener((setOnline) => subscribeOnline(() => setOnline(isOnline())))
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && worthRepeating(error),
        retryDelay: (failures, error) => Math.max(waitOf(error), Math.min(1000 * 2 ** failures, 30_000)),
        // Queries that failed while the database was unavailable are refetched automatically.
        refetchInterval: ({ state }) =>
          state.status === 'error' && errorCode(state.error) === 'database_unavailable' && away(state.error),
        // Tries once even if the browser reports offline, then waits for the connection.
        networkMode: 'offlineFirst',
      },
      mutations: {
        retry: false,
        // Writes fail at once while offline. Nothing is sent later without the person knowing.
        networkMode: 'always',
      },
    },
  })
  let reader = currentReader()
  subscribePageOwner(() => {
    const before = reader
    reader = currentReader()
    if (reader === before) return
    forgetIntents()
    // Personal data is removed when the person changes; public data is only refetched.
    if (before === undefined) void client.invalidateQueries()
    else client.clear()
  })
  return client
}

const readsOf = new Map<string, readonly Entity[]>()

/** Refetches queries that read these entities; inactive ones when they are shown next. */
export async function reread(client: QueryClient, changes: readonly Entity[] = []): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [route] }) =>
      readsOf.get(String(route))?.some((entity) => changes.includes(entity)) ?? false,
  })
}

type OfflineResult = (client: QueryClient, input: unknown) => unknown

const offlineResults = new Map<string, OfflineResult>()

/** Registers how to compute a call's result from the cache while offline. */
export function registerOfflineResult<C extends AnyCall>(
  call: C,
  answer: (client: QueryClient, input: AskInput<C>) => AskResult<C> | undefined,
): void {
  offlineResults.set(call.route, (client, input) => answer(client, input as AskInput<C>))
}

async function askWithOfflineFallback<C extends AnyCall>(
  call: C,
  input: object,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
): Promise<AskResult<C>> {
  try {
    return await ask(call, ...([{ ...input, signal }] as unknown as AskArgs<C>))
  } catch (error) {
    const known = isNetworkFailure(error) ? offlineResults.get(call.route)?.(client, input) : undefined
    if (known === undefined) throw error
    return known as AskResult<C>
  }
}

/** TanStack options of a reading call: stable key, cancelled when unused. */
export function queryOf<C extends AnyCall>(call: C, ...args: AskArgs<C, unknown>) {
  const input: object = (args as readonly unknown[])[0] ?? {}
  readsOf.set(call.route, call.reads ?? [])
  return queryOptions({
    queryKey: [call.route, input] as const,
    queryFn: (context): Promise<AskResult<C>> => askWithOfflineFallback(call, input, context),
    // The account has its own retries, which end with the session.
    ...(call.route === meRoute && {
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchMe(signal) as Promise<unknown> as Promise<AskResult<C>>,
      retry: false,
    }),
  })
}

export function useCall<C extends AnyCall>(call: C, ...args: AskArgs<C, unknown>) {
  return useQuery(queryOf(call, ...args))
}

/** For pages and searches: the previous data stays on the screen until the next arrives. */
export function useCallWithPrevious<C extends AnyCall>(call: C, input: AskInput<C>, enabled = true) {
  const options = queryOf(call, ...([input] as unknown as AskArgs<C, unknown>))
  return useQuery({ ...options, enabled, placeholderData: keepPreviousData })
}

async function askOnce<C extends AnyCall>(call: C, input: AskInput<C>): Promise<AskResult<C>> {
  const send = (more: object) => ask(call, ...([{ ...input, ...more }] as unknown as AskArgs<C>))
  if (!call.idempotent) return send({})
  const intent = fingerprint(call.route, input)
  try {
    const result = await send({ idempotencyKey: keyFor(intent) })
    settleIntent(intent)
    return result
  } catch (error) {
    settleIntent(intent, error)
    throw error
  }
}

type WriteOptions<C extends AnyCall> = Omit<
  UseMutationOptions<AskResult<C>, Error, AskInput<C>>,
  'mutationFn'
> & {
  /** Stays pending until the refetch is done. */
  waits?: boolean
  /** Also refetches after a refusal, when the screen may be outdated. */
  rereadsOnError?: boolean
}

/** A writing call; refetches what it changes. Calls that take an idempotency key have one effect when repeated. */
export function useMutationOf<C extends AnyCall>(call: C, options: WriteOptions<C> = {}) {
  const { waits, rereadsOnError, ...others } = options
  return useMutation({
    ...others,
    mutationFn: (input: AskInput<C>) => askOnce(call, input),
    onSuccess: async (...args) => {
      const shown = options.onSuccess?.(...args)
      const read = reread(args[3].client, call.changes)
      await shown
      if (waits) await read
    },
    onError: async (...args) => {
      const handled = options.onError?.(...args)
      const read = rereadsOnError && reread(args[3].client, call.changes)
      await handled
      if (waits) await read
    },
  })
}
