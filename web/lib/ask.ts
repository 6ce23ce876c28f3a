import type { AnyCall, CallBodyInput, CallQueryInput, CallResult, ParamName, ParamsOf } from '#contract/call'
import { authRequest } from './auth-fetch.ts'
import type { Cancellable } from './cancellable.ts'
import { type CamelCased, snakeKey, toCamel, toSnake } from './case.ts'
import { type EntityResponse, entityResponse } from './entity-responses.ts'
import type { PathParams, QueryParams } from './url.ts'

export { errorCode, fieldErrors, sentenceFor } from './errors.ts'

type ParamsPart<C extends AnyCall> = [ParamName<C['path']>] extends [never]
  ? { params?: undefined }
  : { params: CamelCased<ParamsOf<C['path']>> }

type QueryPart<C extends AnyCall> = [CallQueryInput<C>] extends [undefined]
  ? { query?: undefined }
  : Record<never, never> extends CallQueryInput<C>
    ? { query?: CamelCased<CallQueryInput<C>> }
    : { query: CamelCased<CallQueryInput<C>> }

type Files<C extends AnyCall> = C extends { multipart: object } ? FormData : never
type JsonBody<C extends AnyCall> = [CallBodyInput<C>] extends [undefined]
  ? never
  : CamelCased<CallBodyInput<C>>

type BodyPart<C extends AnyCall> = [Files<C> | JsonBody<C>] extends [never]
  ? { body?: undefined }
  : { body: Files<C> | JsonBody<C> }

/** Input of a call in camelCase: path parameters, query and body, as far as it has them. */
export type AskInput<C extends AnyCall> = ParamsPart<C> & QueryPart<C> & BodyPart<C>

/** Result of a call in camelCase, with the browser's entity names; files stay as they are. */
export type AskResult<C extends AnyCall> = C['ok'] extends 'csv'
  ? Blob
  : EntityResponse<C['route'], CamelCased<CallResult<C>>>

export interface AskOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  onProgress?: (bytes: number) => void
}

export type AskArgs<C extends AnyCall, Extra = AskOptions> =
  Record<never, never> extends AskInput<C> ? [input?: AskInput<C> & Extra] : [input: AskInput<C> & Extra]

interface LooseInput extends AskOptions {
  params?: object
  query?: object
  body?: unknown
}

/** Query names are converted unless the contract itself spells one in camelCase (`shopOnly`). */
function wireQuery(call: AnyCall, query: object): QueryParams {
  const known = call.query?.shape ?? {}
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [Object.hasOwn(known, key) ? key : snakeKey(key), value]),
  )
}

/** `randomUUID` is missing where the page is served without TLS. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-')
}

/** Makes a call as the signed-in person. Rejects with ApiError, CancelError or the network's error. */
export function ask<C extends AnyCall>(call: C, ...args: AskArgs<C>): Cancellable<AskResult<C>> {
  const input: LooseInput = (args as readonly unknown[])[0] ?? {}
  const key = call.idempotent ? (input.idempotencyKey ?? newIdempotencyKey()) : input.idempotencyKey
  return authRequest(
    {
      method: call.method,
      path: call.path,
      params: input.params && (toSnake(input.params) as PathParams),
      query: input.query && wireQuery(call, input.query),
      body: toSnake(input.body),
      headers: key ? { 'Idempotency-Key': key } : undefined,
      texts: call.texts,
      signal: input.signal,
      asBlob: call.ok === 'bytes' || call.ok === 'csv' || call.ok === 'pdf',
      onProgress: input.onProgress,
      noRefresh: call.ignoresToken === true,
    },
    (body) => entityResponse(call.route, toCamel(body)) as AskResult<C>,
  )
}
