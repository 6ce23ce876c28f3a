import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod'
import {
  type AnyCall,
  type CallBody,
  type CallParams,
  type CallQuery,
  type CallResult,
  checksSession,
  isForMachines,
  isIntegerParam,
  needsSecondFactor,
  paramNames,
  readsReplica,
  shownWhenStale,
  successStatus,
} from '#contract/call'
import { type Permission, type permissions, roleMay } from '#contract/permission'
import type { Actor, ActorWith, NobodyActor } from './actor.ts'
import { parseSigned, SignedBody, UnreadableBody, unsupportedType } from './body.ts'
import { type CsvFile, sendCsv } from './csv-response.ts'
import type { Db } from './db.ts'
import type { FieldCipher } from './field-cipher.ts'
import type { Once } from './idempotency.ts'
import { checkInput, isStorable } from './input-text.ts'
import { notFound, Refusal, refuse } from './refusal.ts'
import { noteWrite, type Replica } from './replica.ts'
import { serializerOf } from './serialize.ts'
import type { Tools } from './tools.ts'
import { parseBody, parseQuery } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyInstance {
    /** Reads the bearer token; refuses a bad one (401). Synchronous when the account is cached. */
    authenticate: (request: FastifyRequest) => Actor | Promise<Actor>
    /** Checks account and device session in the database. */
    authenticateNow: (request: FastifyRequest) => Promise<Actor>
    nobody: (request: FastifyRequest) => NobodyActor
    /** Refuses (429) above the limit; a promise only for limits counted in the database. */
    throttle: (request: FastifyRequest, call: AnyCall) => Promise<void> | undefined
    fieldCipher: FieldCipher
    primary: Db
    replica: Replica | undefined
    served: Map<string, AnyCall>
    allows: Map<string, string>
  }
}

export type Routes = (app: FastifyInstance, db: Db, tools: Tools) => void

/** Are given no database, so that a handler has none but the one of its call, and cannot forget the replica. */
export type ReplicaRoutes = (app: ReplicaApp, tools: Tools) => void

declare const ofReplicaRoutes: unique symbol
export type ReplicaApp = FastifyInstance & { [ofReplicaRoutes]: true }

export type ActorOf<C extends AnyCall> = ActorWith<(typeof permissions)[C['may']][number]>

/** `db`: the replica, or the primary where there is none or it lacks what the caller has written. */
export type Handled<C extends AnyCall> = Given<C> & (C extends ReplicaCall ? { db: Db } : unknown)

type ReplicaCall = { fromReplica: true }

interface Given<C extends AnyCall> {
  params: CallParams<C>
  query: CallQuery<C>
  body: CallBody<C>
  actor: ActorOf<C>
  once: Once
  request: FastifyRequest
  reply: FastifyReply
}

type Result<C extends AnyCall> = C['ok'] extends 'csv' ? CsvFile : CallResult<C>

export type Handler<C extends AnyCall> = (
  input: Handled<C>,
) => Promise<Result<C> | ResultWithStatus<C> | FastifyReply>

/** Overrides the call's status (200 for something that already existed). */
export interface ResultWithStatus<C extends AnyCall> {
  status: number
  result: CallResult<C>
}

const statusMark = Symbol('status')
export function withStatus<C extends AnyCall>(
  _call: C,
  status: number,
  result: CallResult<C>,
): ResultWithStatus<C> {
  return Object.assign({ status, result }, { [statusMark]: true })
}

interface Options<C extends AnyCall> {
  /** Called for bad input only: a missing object is 404 before the input is 400. */
  exists?: (input: { params: CallParams<C>; actor: ActorOf<C> }) => Promise<boolean>
  /** Whether `call.signedBy` signs these bytes. Compare in constant time. */
  isAuthentic?: (bytes: Buffer, headers: FastifyRequest['headers']) => boolean
}

type OptionsOf<C extends AnyCall> = C extends { signedBy: string }
  ? [options: Options<C> & Required<Pick<Options<C>, 'isAuthentic'>>]
  : [options?: Options<C>]

const freshMinutes = 10

/** Refusal order: 406, 401, 403, 429, 405, 503 not built, 400, 404. */
export function handle<const C extends AnyCall>(
  app: C extends ReplicaCall ? ReplicaApp : FastifyInstance,
  call: C,
  handler: Handler<C>,
  ...[options = {}]: OptionsOf<C>
): void {
  app.served.set(call.route, call)
  const names = paramNames(call.path)
  const status = successStatus(call)
  const stale = shownWhenStale(call)
  const read = inputReader(call, options)
  const looksUp = checksSession(call)
  const { primary, replica } = app
  const writes = call.method !== 'GET'

  // Hooks stay synchronous where possible: each promise costs a turn of the event loop.
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    reply.header('cache-control', 'no-store').header('allow', app.allows.get(call.path) ?? call.method)
    let waits: Promise<void> | undefined
    try {
      waits = admit(app, request, call)
    } catch (error) {
      done(error as Error)
      return
    }
    if (waits) waits.then(() => done(), done)
    else done()
  }

  const run = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    // What the replica shows must not be shown to somebody whose session has ended meanwhile, anywhere.
    if (looksUp || (call.fromReplica && replica?.isInUse)) await confirmSession(app, request, call)
    const params = readParams(names, request) as CallParams<C>
    const actor = request.actor as ActorOf<C>
    let input: Input
    try {
      input = read(request)
    } catch (error) {
      if ((await options.exists?.({ params, actor })) === false) throw notFound()
      throw error
    }
    const { query, body } = input
    const once = call.idempotent
      ? onceOf(app.fieldCipher, call, names, params, request, body)
      : { call: call.route, body: undefined, key: undefined }
    const isLate = replica?.isInUse && readsReplica(call, actor.role, query as object | undefined)
    const db = isLate && 'account_id' in actor ? await replica.dbFor(actor.account_id) : primary
    const answering = handler({
      db,
      params,
      query: query as CallQuery<C>,
      body: body as CallBody<C>,
      actor,
      once,
      request,
      reply,
    } as Handled<C>)
    if (replica && writes) await answering.catch(() => undefined).then(() => noteWrite(primary, actor))
    const result = await answering.catch((error: unknown) => {
      throw error instanceof Refusal && stale ? declaredOnly(error, stale) : error
    })
    if (reply.sent || result === reply) return reply
    return send(call, reply, status, result)
  }

  for (const url of spellings(call.path)) {
    app.route({
      method: call.method,
      url,
      onRequest,
      handler: run,
      config: { isSigned: call.signedBy !== undefined },
      ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
    })
  }
}

/** Undeclared properties are not sent in refusals either. */
function declaredOnly(refusal: Refusal, schema: z.ZodType): Refusal {
  const { current } = refusal.body
  if (typeof current !== 'object' || current === null) return refusal
  const declared = JSON.parse(serializerOf(schema)({ ...current })) as unknown
  return new Refusal(refusal.code, refusal.status, { ...refusal.body, current: declared }, refusal.headers)
}

export function handleNotBuilt(app: FastifyInstance, call: AnyCall): void {
  app.served.set(call.route, call)
  for (const url of spellings(call.path)) {
    app.route({
      method: call.method,
      url,
      onRequest: async (request) => {
        await admit(app, request, call)
        throw refuse('not_built')
      },
      handler: async () => undefined,
    })
  }
}

function admit(app: FastifyInstance, request: FastifyRequest, call: AnyCall): Promise<void> | undefined {
  if (!takesOurs(request.headers.accept)) throw refuse('not_acceptable')
  const actor = call.ignoresToken ? app.nobody(request) : app.authenticate(request)
  if (actor instanceof Promise) return actor.then((found) => enter(app, request, call, found))
  return enter(app, request, call, actor)
}

function enter(
  app: FastifyInstance,
  request: FastifyRequest,
  call: AnyCall,
  actor: Actor,
): Promise<void> | undefined {
  request.actor = actor
  requireRight(actor, call)
  const isCounted = call.limit !== undefined || actor.role === 'machine'
  const counted = isCounted ? app.throttle(request, call) : undefined
  if (counted) return counted.then(() => (call.freshSignIn ? requireFreshSignIn(actor) : undefined))
  if (call.freshSignIn) requireFreshSignIn(actor)
  return undefined
}

/** Checks again after the body has arrived: the session may have ended during the upload. */
async function confirmSession(app: FastifyInstance, request: FastifyRequest, call: AnyCall): Promise<void> {
  request.actor = await app.authenticateNow(request)
  requireRight(request.actor, call)
  if (call.freshSignIn) requireFreshSignIn(request.actor)
}

const media =
  /(?:^|,)\s*(?:\*\/\*|application\/\*|application\/(?:[\w.-]+\+)?json|text\/csv|text\/\*)\s*(?:;|,|$)/i

const takesOurs = (accept: string | undefined): boolean =>
  accept === undefined || accept === '*/*' || accept === '' || media.test(accept)

export function requirePermission(actor: Actor, permissions: readonly Permission[]): void {
  if (permissions.some((permission) => actorMay(actor, permission))) return
  throw refuse(actor.kind === 'nobody' ? 'not_authenticated' : 'permission_denied')
}

function actorMay(actor: Actor, permission: Permission): boolean {
  if (!roleMay(actor.role, permission)) return false
  const isGiven = actor.kind !== 'business' || actor.permissions?.includes(permission) !== false
  return permission === 'anyone' || isGiven
}

function requireRight(actor: Actor, call: AnyCall): void {
  requirePermission(actor, [call.may])
  if (actor.role === 'machine' && !isForMachines(call)) throw refuse('permission_denied')
  requireSecondFactor(actor, call)
}

/** Only that one is set up: a session of an account with one has been opened with it. */
function requireSecondFactor(actor: Actor, call: AnyCall): void {
  if (actor.kind === 'business' && actor.lacks_second_factor && needsSecondFactor(call))
    throw refuse('second_factor_setup_required')
}

export function requireFreshSignIn(actor: Actor): void {
  if (actor.kind !== 'customer' && actor.kind !== 'business') return
  // Reads the ledger for some days, also on paper; whoever began the inspection had just signed in.
  if (actor.role === 'inspector') return
  // What a machine may do without one was decided before.
  if (actor.role === 'machine') return
  const age = actor.at.getTime() - actor.session.signed_in_at.getTime()
  if (age > freshMinutes * 60_000) throw refuse('reauthentication_required')
}

/** Both spellings of a path, with and without the final slash; there are no redirects. */
export function spellings(path: string): string[] {
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
  return url.endsWith('/') ? [url, url.slice(0, -1)] : [url, `${url}/`]
}

function readParams(names: string[], request: FastifyRequest): Record<string, string | number> {
  const raw = request.params as Record<string, string>
  const params: Record<string, string | number> = {}
  for (const name of names) {
    const value = raw[name] ?? ''
    if (isIntegerParam(name) ? !/^\d{1,15}$/.test(value) : !isStorable(value)) throw notFound()
    params[name] = isIntegerParam(name) ? Number(value) : value
  }
  return params
}

interface Input {
  query: unknown
  body: unknown
}

const longestKept = 300

type Authentic = Pick<Options<AnyCall>, 'isAuthentic'>

function inputReader(call: AnyCall, authentic: Authentic): (request: FastifyRequest) => Input {
  const schema = call.query
  if (!schema) return (request) => ({ query: undefined, body: readBody(call, request, authentic) })
  const known = new LRUCache<string, object>({ max: 100 })
  const readQuery = (request: FastifyRequest): object => {
    const raw = request.url.slice(request.url.indexOf('?') + 1 || request.url.length)
    const kept = known.get(raw)
    if (kept) return kept
    checkInput(request.query)
    const query = Object.freeze(parseQuery(schema, request.query))
    if (raw.length <= longestKept) known.set(raw, query)
    return query
  }
  return (request) => ({ query: readQuery(request), body: readBody(call, request, authentic) })
}

function onceOf(
  cipher: FieldCipher,
  call: AnyCall,
  names: string[],
  params: object,
  request: FastifyRequest,
  body: unknown,
): Once {
  const key = request.headers['idempotency-key']
  const operation = { call: call.route + (names.length > 0 ? ` ${JSON.stringify(params)}` : ''), body }
  return typeof key === 'string' && key !== ''
    ? { ...operation, key, cipher }
    : { ...operation, key: undefined }
}

/** Returns nothing for multipart: the handler streams the parts itself. */
function readBody(call: AnyCall, request: FastifyRequest, { isAuthentic }: Authentic): unknown {
  if (request.isMultipart()) {
    if (call.multipart) return undefined
    throw unsupportedType(request.headers['content-type'] ?? '')
  }
  if (!call.body) return undefined
  let { body } = request
  if (call.signedBy && !(body instanceof UnreadableBody)) {
    const signed = body instanceof SignedBody ? body : new SignedBody(Buffer.alloc(0))
    if (!isAuthentic?.(signed.bytes, request.headers)) throw refuse('signature_invalid')
    body = parseSigned(signed)
  }
  if (body instanceof UnreadableBody) throw body.refusal
  checkInput(body)
  return parseBody(call.body, body)
}

function send(call: AnyCall, reply: FastifyReply, usual: number, given: unknown): unknown {
  const other = given !== null && typeof given === 'object' && statusMark in given
  const { status, result } = other
    ? (given as unknown as { status: number; result: unknown })
    : { status: usual, result: given }
  reply.code(status)
  if (call.ok === 'nothing') return reply.send()
  if (call.ok === 'csv') return sendCsv(reply, result as CsvFile)
  if (result instanceof Blob) return sendBlob(reply, result)
  if (typeof call.ok === 'string') return reply.send(result)
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  return reply.send(serializerOf(call.ok)(result))
}

async function sendBlob(reply: FastifyReply, blob: Blob): Promise<FastifyReply> {
  return reply.type(blob.type || 'application/octet-stream').send(Buffer.from(await blob.arrayBuffer()))
}
