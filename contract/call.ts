import type * as z from 'zod'
import type { ErrorCode } from './error.ts'
import type { Permission } from './permission.ts'
import type { PutBody } from './put.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/** Named request limits; the numbers belong to the server. */
export type Limit = 'sign_in' | 'mail' | 'money' | 'search' | 'export' | 'upload' | 'write'

/** What a call gives back besides JSON by schema: nothing (204), CSV text, or bytes. */
export type Plain = 'nothing' | 'csv' | 'bytes'

/** What answers speak of. A call that changes one of them makes the answers outdated that read it. */
export type Entity =
  | 'account'
  | 'announcement'
  | 'balance'
  | 'bank_account'
  | 'book'
  | 'catalogue'
  | 'company'
  | 'customer'
  | 'deal'
  | 'device'
  | 'favorite'
  | 'item'
  | 'ledger'
  | 'notification'
  | 'originator'
  | 'payout'
  | 'proof'
  | 'request'
  | 'shop'
  | 'terms'
  | 'user'

export interface Shape {
  summary: string
  /** Who may make it. There is no default: a call without `may` does not compile. */
  may: Permission
  /** What the answer speaks of; empty where no call changes it. */
  reads?: readonly Entity[]
  /** What a success changes of what others read; empty where it is nothing. */
  changes?: readonly Entity[]
  query?: z.ZodObject
  body?: z.ZodType
  ok: z.ZodType | Plain
  status?: 200 | 201 | 202 | 204
  /** Refusals by name beyond those every call can give (401, 403, 404, validation, 429). */
  errors?: readonly ErrorCode[]
  /** Response texts that replace the client's default message for a status. */
  texts?: Partial<Record<number, string>>
  limit?: Limit
  /** Takes `Idempotency-Key`: the same key and body answer the same, another body is refused. */
  idempotent?: true
  /** Authorization is not read at all (a stale token must not spoil signing in). */
  ignoresToken?: true
  /** Needs a sign-in not older than ten minutes. */
  freshSignIn?: true
  /** Shows money, identities, addresses or credentials of people (see `checksSession`). */
  sensitive?: true
  /** Its turn comes later: answers 503 `not_built` after authentication, permission and method. */
  notBuilt?: true
  /** Largest body in bytes when it is not the usual one. */
  bodyLimit?: number
  /** Takes multipart/form-data: a `file`, and these text fields beside it. */
  multipart?: z.ZodObject
}

/** Path parameters by their spelling: `{id}` and `{…_pk}` are integers, the rest text. */
export type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never
export type ParamsOf<Path extends string> = {
  [Name in ParamName<Path>]: Name extends 'id' | `${string}_pk` ? number : string
}

export type MethodOf<R extends Route> = R extends `${infer M extends Method} ${string}` ? M : never
export type PathOf<R extends Route> = R extends `${Method} ${infer P}` ? P : never

export type Call<R extends Route = Route, S extends Shape = Shape> = S & {
  readonly method: MethodOf<R>
  readonly path: PathOf<R>
  readonly route: R
}

/** A PUT says what it does with a field that is not sent: see `put.ts`. */
type Checked<R extends Route, S extends Shape> =
  MethodOf<R> extends 'PUT' ? (S extends { notBuilt: true } ? unknown : { body: PutBody }) : unknown

/** A call as data. Routes, validation, OpenAPI, the client and the walking test are derived from it. */
export function call<const R extends Route, const S extends Shape>(
  route: R,
  shape: S & Checked<R, S>,
): Call<R, S> {
  const space = route.indexOf(' ')
  return {
    ...shape,
    route,
    method: route.slice(0, space) as MethodOf<R>,
    path: route.slice(space + 1) as PathOf<R>,
  }
}

export type AnyCall = Shape & { readonly method: Method; readonly path: string; readonly route: string }

export type CallParams<C extends AnyCall> = ParamsOf<C['path']>
export type CallQuery<C extends AnyCall> = C extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : undefined
export type CallQueryInput<C extends AnyCall> = C extends { query: infer Q extends z.ZodType }
  ? z.input<Q>
  : undefined
export type CallBody<C extends AnyCall> = C extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : undefined
export type CallBodyInput<C extends AnyCall> = C extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined
export type CallResult<C extends AnyCall> = C['ok'] extends z.ZodType
  ? z.output<C['ok']>
  : C['ok'] extends 'csv'
    ? string
    : C['ok'] extends 'bytes'
      ? Blob
      : undefined

/** Names of the path's parameters in order. */
export function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

/**
 * Whether the device's session is looked up for the call, so that one that was signed out cannot make it any more: for
 * all that is written, and for what is sensitive to read. Other reads believe an access token for its ten minutes.
 */
export function checksSession(call: AnyCall): boolean {
  return call.may !== 'anyone' && (call.method !== 'GET' || call.sensitive === true)
}

/** Whether a parameter is an integer on the wire. */
export function isIntegerParam(name: string): boolean {
  return name === 'id' || name.endsWith('_pk')
}

/** Success status: given, else 204 for nothing, 201 for POST that creates, 200 otherwise. */
export function successStatus(call: AnyCall): number {
  return call.status ?? (call.ok === 'nothing' ? 204 : 200)
}
