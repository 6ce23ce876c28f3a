import {
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
import { presence, subscribePresence } from './session-hold.ts'

const meRoute = 'GET /api/me/'

/** What the server refused stays refused; only a server or a network in trouble is asked again. */
function worthRepeating(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500
  return !(error instanceof CancelError) && isNetworkFailure(error)
}

/** The wait the server asked for, in milliseconds. */
const waitOf = (error: unknown): number =>
  error instanceof ApiError ? Math.min(error.retryAfter ?? 0, 30) * 1000 : 0

/** Not everybody at the same moment, as everybody was turned away at the same moment. */
const away = (error: unknown): number => 10_000 + waitOf(error) + Math.random() * 5_000

/** Who reads in this browser now: signed in, or about to give the password again on the page that is on the screen. */
const currentReader = (): string | undefined => presence()?.owner

/** Made once for the page: it watches the sign-in, also of other tabs, for as long as the page lives. */
export function makeQueryClient(): QueryClient {
  // What was read is read again when the server is back, and not only the network.
  onlineManager.setEventListener((setOnline) => subscribeOnline(() => setOnline(isOnline())))
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && worthRepeating(error),
        retryDelay: (failures, error) => Math.max(waitOf(error), Math.min(1000 * 2 ** failures, 30_000)),
        // What could not be read because the database was away comes by itself once it is back.
        refetchInterval: ({ state }) =>
          state.status === 'error' && errorCode(state.error) === 'database_unavailable' && away(state.error),
        // One attempt is made even when the browser believes to be offline; then it waits for the connection.
        networkMode: 'offlineFirst',
      },
      mutations: {
        retry: false,
        // A press while offline fails at once and visibly. Nothing is sent later behind the person's back.
        networkMode: 'always',
      },
    },
  })
  let reader = currentReader()
  subscribePresence(() => {
    const before = reader
    reader = currentReader()
    if (reader === before) return
    forgetIntents()
    // What one person was shown is never shown to the next; what everybody may see is only looked at again.
    if (before === undefined) void client.invalidateQueries()
    else client.clear()
  })
  return client
}

/** What the answers in the memory speak of, by the route they were read from. */
const readsOf = new Map<string, readonly Entity[]>()

/** Reads again whatever speaks of these; what is not on the screen, when it is shown next. */
export async function reread(client: QueryClient, changes: readonly Entity[] = []): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [route] }) =>
      readsOf.get(String(route))?.some((entity) => changes.includes(entity)) ?? false,
  })
}

type Answerer = (client: QueryClient, input: unknown) => unknown

const answerers = new Map<string, Answerer>()

/** Says how a call can be answered from what was read before, where the server is not reached. */
export function answerOffline<C extends AnyCall>(
  call: C,
  answer: (client: QueryClient, input: AskInput<C>) => AskResult<C> | undefined,
): void {
  answerers.set(call.route, (client, input) => answer(client, input as AskInput<C>))
}

/** Asks the server; where it is not reached, what was read before may do. */
async function askOrKnow<C extends AnyCall>(
  call: C,
  input: object,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
): Promise<AskResult<C>> {
  try {
    return await ask(call, ...([{ ...input, signal }] as unknown as AskArgs<C>))
  } catch (error) {
    const known = isNetworkFailure(error) ? answerers.get(call.route)?.(client, input) : undefined
    if (known === undefined) throw error
    return known as AskResult<C>
  }
}

/** TanStack options of a reading call: stable key, called off when nobody waits any more. */
export function queryOf<C extends AnyCall>(call: C, ...args: AskArgs<C, unknown>) {
  const input: object = (args as readonly unknown[])[0] ?? {}
  readsOf.set(call.route, call.reads ?? [])
  return queryOptions({
    queryKey: [call.route, input] as const,
    queryFn: (context): Promise<AskResult<C>> => askOrKnow(call, input, context),
    // Who is signed in is asked for with a patience of its own, which ends with the session.
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
  /** Pending until the screen shows what was changed. */
  waits?: boolean
  /** A refusal may mean that the screen is outdated. */
  rereadsOnError?: boolean
}

/**
 * A writing call; what it changes is read again. Where the contract knows keys, pressing twice or trying again has one
 * effect.
 */
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
      const told = options.onError?.(...args)
      const read = rereadsOnError && reread(args[3].client, call.changes)
      await told
      if (waits) await read
    },
  })
}
