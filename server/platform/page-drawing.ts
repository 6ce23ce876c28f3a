import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { DrawnPage, FromDrawing, PageVisit, ToDrawing, VisitAnswer } from '#contract/page-drawing'
import { DatabaseUnavailable } from './database-trouble.ts'
import type { Logger } from './log.ts'
import { Refusal } from './refusal.ts'
import { parseBody } from './validation.ts'

/** Responds to a reading call of the visitor. */
type Ask = (path: string) => Promise<{ status: number; body: string }>

interface Order {
  visit: PageVisit
  signedIn: boolean
  looks: string
  ask: Ask
}

export interface PageDrawing {
  /** Before the first visit, which would wait for it. */
  start(): void
  /** Null when the page cannot be drawn now; the document then waits for the program, as it does without a server. */
  draw(order: Order): Promise<DrawnPage | null>
  close(): Promise<void>
}

/** A later page is of no use: the program is there by then. */
const longestMs = 3_000
const mostAtOnce = 16
/** After a crash, so that a page that ends the thread does not keep starting it. */
const pauseMs = 5_000

/** Draws in a thread of its own, so that calls do not wait for pages. `file` is built (vite.config.ts). */
export function createPageDrawing(file: string, log: Logger): PageDrawing {
  const drawings = new Map<number, { order: Order; done: (page: DrawnPage | null) => void }>()
  let thread: Worker | undefined
  let endedAt = Number.NEGATIVE_INFINITY
  let count = 0

  function end(reason?: unknown): void {
    if (reason !== undefined) log.error({ err: reason }, 'the thread that draws pages has ended')
    thread = undefined
    endedAt = performance.now()
    for (const { done } of [...drawings.values()]) done(null)
  }

  function receive(message: FromDrawing): void {
    const drawing = drawings.get(message.id)
    if ('request' in message) {
      const { id, request } = message
      const answer = drawing?.order.ask(message.path).catch(() => undefined)
      const reply = (found: Awaited<ReturnType<Ask>> | undefined) =>
        thread?.postMessage({ id, request, ...(found ?? { status: 503, body: '' }) } satisfies ToDrawing)
      void Promise.resolve(answer).then(reply)
      return
    }
    if ('failed' in message) log.warn({ failure: message.failed }, 'a page was not drawn')
    drawing?.done('page' in message ? message.page : null)
  }

  function running(): Worker | undefined {
    if (thread || performance.now() - endedAt < pauseMs || !existsSync(file)) return thread
    const started = new Worker(file, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } })
    started.unref()
    started.on('message', receive)
    started.on('error', (error) => thread === started && end(error))
    started.on('exit', () => thread === started && end())
    thread = started
    return thread
  }

  return {
    start() {
      running()
    },
    draw(order) {
      const { ask: _ask, ...told } = order
      const worker = drawings.size < mostAtOnce ? running() : undefined
      if (!worker) return Promise.resolve(null)
      count += 1
      const id = count
      return new Promise((resolve) => {
        const done = (page: DrawnPage | null) => {
          clearTimeout(timer)
          drawings.delete(id)
          resolve(page)
        }
        const timer = setTimeout(done, longestMs, null)
        drawings.set(id, { order, done })
        worker.postMessage({ id, ...told } satisfies ToDrawing)
      })
    },
    async close() {
      const ending = thread
      thread = undefined
      for (const { done } of [...drawings.values()]) done(null)
      await ending?.terminate()
    },
  }
}

const visitBody = z.object({
  page: z.string().max(2_000).startsWith('/'),
  store: z.string().max(100),
  width: z.number().min(0).max(100_000),
  refresh: z.string().max(2_000).optional(),
})

interface VisitTools {
  /** A new access token for the customer of a refresh token. */
  access: (refresh: string, request: FastifyRequest) => Promise<string>
  looks: () => Promise<string>
}

const keptMs = 10_000

/** A session that has ended and a database that is away are told by the program, with what to do. */
function nothingToShow(error: unknown): undefined {
  if (!(error instanceof Refusal || error instanceof DatabaseUnavailable)) throw error
}

/**
 * `POST /drawn`: the page that a document is about to show, with what its visitor may read. Asked for by the document
 * before the program has loaded; a body, because the refresh token must be in no address.
 */
export function registerPageDrawing(app: FastifyInstance, drawing: PageDrawing, tools: VisitTools): void {
  const kept = new LRUCache<string, DrawnPage>({ max: 100, ttl: keptMs })
  app.addHook('onListen', async () => drawing.start())
  app.addHook('onClose', () => drawing.close())
  app.post('/drawn', { bodyLimit: 10_000 }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { refresh, ...visit } = parseBody(visitBody, request.body)
    // The page is begun while the session is looked up.
    const session = refresh === undefined ? null : tools.access(refresh, request).catch(nothingToShow)
    const key = JSON.stringify(visit)
    const known = session === null ? kept.get(key) : undefined
    const ask: Ask = async (path) => {
      const token = await session
      if (token === undefined) return { status: 401, body: '' }
      const { statusCode, body } = await app.inject({
        method: 'GET',
        url: path,
        remoteAddress: request.ip,
        headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      })
      return { status: statusCode, body }
    }
    const looks = await tools.looks()
    const page = known ?? (await drawing.draw({ visit, signedIn: session !== null, looks, ask }))
    const access = await session
    if (!page || access === undefined) return reply.code(204).send()
    if (access === null) kept.set(key, page)
    return { access, ...page } satisfies VisitAnswer
  })
}
