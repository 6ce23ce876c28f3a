import type * as z from 'zod'
import type { ErrorCode } from './error.ts'
import { type Permission, permissions } from './permission.ts'
import type { PutBody } from './put.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

export type Limit = 'sign_in' | 'mail' | 'money' | 'search' | 'export' | 'upload' | 'write'

export type Plain = 'nothing' | 'csv' | 'pdf' | 'bytes'

/** Cached data: a call's `changes` invalidates responses whose `reads` include the entity. */
export type Entity =
  | 'account'
  | 'amount'
  | 'analysis'
  | 'announcement'
  | 'api_key'
  | 'balance'
  | 'bank_account'
  | 'book'
  | 'catalogue'
  | 'company'
  | 'custody'
  | 'customer'
  | 'deal'
  | 'device'
  | 'draft'
  | 'favorite'
  | 'identity'
  | 'inspection'
  | 'item'
  | 'job'
  | 'ledger'
  | 'month'
  | 'next_engine'
  | 'notice'
  | 'notification'
  | 'originator'
  | 'payout'
  | 'pre_assessment'
  | 'product'
  | 'proof'
  | 'proposal'
  | 'request'
  | 'sale'
  | 'saved_view'
  | 'second_factor'
  | 'shop'
  | 'store_look'
  | 'terms'
  | 'user'
  | 'webhook'

export interface Shape {
  summary: string
  may: Permission
  reads?: readonly Entity[]
  changes?: readonly Entity[]
  query?: z.ZodObject
  body?: z.ZodType
  ok: z.ZodType | Plain
  /** Media type of `bytes`; without it, a file to be kept as it is. */
  media?: 'text/csv' | 'image/webp'
  /** What `stale_version` shows as it is now, if not what a success returns. */
  current?: z.ZodType
  status?: 200 | 201 | 202 | 204
  /** Named errors beyond those of every call (401, 403, 404, validation, 429). */
  errors?: readonly ErrorCode[]
  texts?: Partial<Record<number, string>>
  limit?: Limit
  /** Takes `Idempotency-Key`: a repeat returns the same response; another body is refused. */
  idempotent?: true
  /**
   * What an answer that was lost and a second press do, for POST calls without `idempotent` or a version in the body:
   * nothing more, a refusal, the same again because that is what was asked for and harms nobody, or there is nothing
   * to do twice because the call writes nothing. Of a call in two steps (a link is mailed, then used) it is what the
   * second step does. `tests/repeated.test.ts` tries it.
   */
  repeated?: 'changes nothing' | 'is refused' | 'does it again' | 'writes nothing'
  /** Ignores the Authorization header, so that a stale token cannot block sign-in. */
  ignoresToken?: true
  /** Requires a sign-in within the last ten minutes. */
  freshSignIn?: true
  /** Open to people who have yet to set up the second factor that is required of them. */
  beforeSecondFactor?: true
  sensitive?: true
  /** A list or a file that may lack what others wrote in the last seconds: read from the replica where there is one. */
  fromReplica?: true
  notBuilt?: true
  /** In bytes. */
  bodyLimit?: number
  /** Sent by another system: header with its signature over the bytes of the body, checked before they are parsed. */
  signedBy?: string
  /** multipart/form-data: a `file` and these text fields. */
  multipart?: z.ZodObject
}

/** Media type of a success; undefined where nothing is sent. */
export function mediaOf({ ok, media }: AnyCall): string | undefined {
  if (ok === 'nothing') return undefined
  if (typeof ok === 'object') return 'application/json'
  if (ok === 'bytes') return media ?? 'application/octet-stream'
  return ok === 'csv' ? 'text/csv' : 'application/pdf'
}

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

type Checked<R extends Route, S extends Shape> =
  MethodOf<R> extends 'PUT' ? (S extends { notBuilt: true } ? unknown : { body: PutBody }) : unknown

/** Routes, validation, OpenAPI, the client and the contract tests are derived from calls. */
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
    : C['ok'] extends 'bytes' | 'pdf'
      ? Blob
      : undefined

export function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

/** Writes and sensitive reads look up the session, so sign-out is immediate; other reads trust the access token. */
export function checksSession(call: AnyCall): boolean {
  return call.may !== 'anyone' && (call.method !== 'GET' || call.sensitive === true)
}

/**
 * Machines are told of a change and read at once, and whoever follows changes must miss none: they read the primary.
 */
export const readsReplica = (call: AnyCall, role: string, query: object = {}): boolean =>
  call.fromReplica === true &&
  role !== 'machine' &&
  !('after' in query && query.after) &&
  !('updated_since' in query && query.updated_since)

/** Refused to people of the business side who lack a second factor that is required of them. */
export function needsSecondFactor(call: AnyCall): boolean {
  return (
    call.may !== 'anyone' &&
    !call.beforeSecondFactor &&
    permissions[call.may].some((role) => role === 'operator' || role === 'admin')
  )
}

/**
 * Whether an API key with the permission may make it. Nobody can sign in anew for a machine: what needs that is closed to
 * it, except taking out a list, which is a permission of its own.
 */
export const isForMachines = (call: AnyCall): boolean =>
  permissions[call.may].some((role) => role === 'machine') &&
  (!call.freshSignIn || call.may.endsWith('.export'))

export function isIntegerParam(name: string): boolean {
  return name === 'id' || name.endsWith('_pk')
}

/** The shape of `current` in a refusal of an outdated version. */
export const shownWhenStale = (call: AnyCall): z.ZodType | undefined =>
  call.current ?? (typeof call.ok === 'object' ? call.ok : undefined)

export function successStatus(call: AnyCall): number {
  return call.status ?? (call.ok === 'nothing' ? 204 : 200)
}
