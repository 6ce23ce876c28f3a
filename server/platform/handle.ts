import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  type AnyCall,
  type CallBody,
  type CallParams,
  type CallQuery,
  type CallResult,
  checksSession,
  isIntegerParam,
  paramNames,
  successStatus,
} from '#contract/call'
import { type Permission, type permissions, roleMay } from '#contract/permission'
import type { Actor, ActorWith, NobodyActor } from './actor.ts'
import { UnreadableBody, unsupportedType } from './body.ts'
import { type CsvFile, sendCsv } from './csv-answer.ts'
import type { Db } from './db.ts'
import type { FieldCipher } from './field-cipher.ts'
import type { Once } from './idempotency.ts'
import { checkInput, isStorable } from './input-text.ts'
import { notFound, refuse } from './refusal.ts'
import { responseSchema } from './serialize.ts'
import type { Tools } from './tools.ts'
import { parseBody, parseQuery } from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
  interface FastifyInstance {
    /** Reads the bearer token, or refuses (401). Without one: nobody. At once when the account is known. */
    authenticate: (request: FastifyRequest) => Actor | Promise<Actor>
    /** The same from the database at this moment, with the device's session. */
    authenticateNow: (request: FastifyRequest) => Promise<Actor>
    nobody: (request: FastifyRequest) => NobodyActor
    /** Refuses (429) when the call's limit is used up; a promise where all processes count together. */
    throttle: (request: FastifyRequest, call: AnyCall) => Promise<void> | undefined
    /** Seals what is kept of an answer for a repeat of its call. */
    fieldCipher: FieldCipher
    /** What is served, for the document of calls, the method check and the walking test. */
    served: Map<string, AnyCall>
    /** What `Allow` says, by path. */
    allows: Map<string, string>
  }
}

/** One domain's routes: each `handle` a line. */
export type Routes = (app: FastifyInstance, db: Db, tools: Tools) => void

/** The actors whose roles may make the call. */
export type ActorOf<C extends AnyCall> = ActorWith<(typeof permissions)[C['may']][number]>

export interface Handled<C extends AnyCall> {
  params: CallParams<C>
  query: CallQuery<C>
  body: CallBody<C>
  actor: ActorOf<C>
  once: Once
  request: FastifyRequest
  reply: FastifyReply
}

type Result<C extends AnyCall> = C['ok'] extends 'csv' ? CsvFile : CallResult<C>

export type Handler<C extends AnyCall> = (input: Handled<C>) => Promise<Result<C> | Answer<C> | FastifyReply>

/** A result with another status than the call's own (200 for something that already existed). */
export interface Answer<C extends AnyCall> {
  status: number
  result: CallResult<C>
}

const answerMark = Symbol('answer')
export function answer<C extends AnyCall>(_call: C, status: number, result: CallResult<C>): Answer<C> {
  return Object.assign({ status, result }, { [answerMark]: true })
}

interface Options<C extends AnyCall> {
  /** A missing or foreign object is 404 before the body is judged; asked only when the body is bad. */
  exists?: (input: { params: CallParams<C>; actor: ActorOf<C> }) => Promise<boolean>
}

const freshMinutes = 10

/**
 * Serves one call: both spellings of its path, authentication, permission, limit, validation, response by
 * schema. The order is the one such clients rely on: 406, 401, 403, 429, then 405, 503 not built, 400, 404.
 */
export function handle<const C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  options: Options<C> = {},
): void {
  app.served.set(call.route, call)
  const names = paramNames(call.path)
  const status = successStatus(call)
  // By class of status, so that `answer` with another one leaves through the same schema.
  const schema = typeof call.ok === 'object' ? { response: { '2xx': responseSchema(call.ok) } } : {}

  const read = inputReader(call)
  const looksUp = checksSession(call)

  // Hooks stay synchronous where they can: each promise costs every request a turn of the event loop.
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    // Responses of calls are never cached; files and pages have their own rules.
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
    if (looksUp) await confirmSession(app, request, call)
    const params = readParams(names, request) as CallParams<C>
    const actor = request.actor as ActorOf<C>
    let input: Input
    try {
      input = read(request)
    } catch (error) {
      // A missing object wins over whatever is wrong with the query or the body.
      if ((await options.exists?.({ params, actor })) === false) throw notFound()
      throw error
    }
    const { query, body } = input
    const once = call.idempotent
      ? onceOf(app.fieldCipher, call, names, params, request, body)
      : { call: call.route, body: undefined, key: undefined }
    const result = await handler({
      params,
      query: query as CallQuery<C>,
      body: body as CallBody<C>,
      actor,
      once,
      request,
      reply,
    })
    if (reply.sent || result === reply) return reply
    return send(call, reply, status, result)
  }

  for (const url of spellings(call.path)) {
    app.route({
      method: call.method,
      url,
      schema,
      onRequest,
      handler: run,
      ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
    })
  }
}

/** Serves calls whose turn comes later: 503 after authentication, permission and method. */
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

/** A promise only where something has to be looked up first. */
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
  requirePermission(actor, [call.may])
  const counted = call.limit && app.throttle(request, call)
  if (counted) return counted.then(() => (call.freshSignIn ? requireFreshSignIn(actor) : undefined))
  if (call.freshSignIn) requireFreshSignIn(actor)
  return undefined
}

/**
 * Checked after the body has arrived: while it was under way, the device may have been signed out or the sign-in may
 * have become too old.
 */
async function confirmSession(app: FastifyInstance, request: FastifyRequest, call: AnyCall): Promise<void> {
  request.actor = await app.authenticateNow(request)
  requirePermission(request.actor, [call.may])
  if (call.freshSignIn) requireFreshSignIn(request.actor)
}

const media =
  /(?:^|,)\s*(?:\*\/\*|application\/\*|application\/(?:[\w.-]+\+)?json|text\/csv|text\/\*)\s*(?:;|,|$)/i

/** Whether a caller who names kinds of content names one of ours. */
const takesOurs = (accept: string | undefined): boolean =>
  accept === undefined || accept === '*/*' || accept === '' || media.test(accept)

/** 401 for nobody, 403 for the wrong role. */
export function requirePermission(actor: Actor, permissions: readonly Permission[]): void {
  if (permissions.some((permission) => roleMay(actor.role, permission))) return
  throw refuse(actor.kind === 'nobody' ? 'not_authenticated' : 'permission_denied')
}

/** Changes of bank account, address and telephone need a sign-in not older than ten minutes. */
export function requireFreshSignIn(actor: Actor): void {
  if (actor.kind !== 'customer' && actor.kind !== 'business') return
  const age = actor.at.getTime() - actor.session.signed_in_at.getTime()
  if (age > freshMinutes * 60_000) throw refuse('reauthentication_required')
}

/** `/a/{id}/` in Fastify's spelling, with and without the final slash: no redirects, ever. */
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

/** Reads query and body through their schemas. What a query means never changes, so common ones are kept. */
function inputReader(call: AnyCall): (request: FastifyRequest) => Input {
  const schema = call.query
  if (!schema) return (request) => ({ query: undefined, body: readBody(call, request) })
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
  return (request) => ({ query: readQuery(request), body: readBody(call, request) })
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
  const asked = { call: call.route + (names.length > 0 ? ` ${JSON.stringify(params)}` : ''), body }
  return typeof key === 'string' && key !== '' ? { ...asked, key, cipher } : { ...asked, key: undefined }
}

/** Nothing for multipart: its handler reads the parts itself, because files are too large to be kept whole. */
function readBody(call: AnyCall, request: FastifyRequest): unknown {
  if (request.isMultipart()) {
    if (call.multipart) return undefined
    throw unsupportedType(request.headers['content-type'] ?? '')
  }
  if (!call.body) return undefined
  if (request.body instanceof UnreadableBody) throw request.body.refusal
  checkInput(request.body)
  return parseBody(call.body, request.body)
}

function send(call: AnyCall, reply: FastifyReply, usual: number, given: unknown): unknown {
  const other = given !== null && typeof given === 'object' && answerMark in given
  const { status, result } = other
    ? (given as unknown as { status: number; result: unknown })
    : { status: usual, result: given }
  reply.code(status)
  if (call.ok === 'nothing') return reply.send()
  if (call.ok === 'csv') return sendCsv(reply, result as CsvFile)
  if (result instanceof Blob) return sendBlob(reply, result)
  return reply.send(result)
}

async function sendBlob(reply: FastifyReply, blob: Blob): Promise<FastifyReply> {
  return reply.type(blob.type || 'application/octet-stream').send(Buffer.from(await blob.arrayBuffer()))
}
