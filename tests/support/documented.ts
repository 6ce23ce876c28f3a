import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type AnyCall, mediaOf, shownWhenStale, successStatus } from '#contract/call'
import { refusalStatuses } from '#server/platform/openapi-refusals'

function wrongCurrent(call: AnyCall, body: { code?: string; current?: unknown }): z.ZodError | undefined {
  if (body.code !== 'stale_version' || body.current === undefined) return undefined
  return (shownWhenStale(call) ?? z.undefined()).nullable().safeParse(body.current).error
}

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?<zone>Z|[+-]\d{2}:\d{2})$/

/** The first date-time that does not leave as all others do. */
function notInTokyo(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const zone = dateTime.exec(value)?.groups?.zone
    return zone === undefined || zone === '+09:00' ? undefined : value
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const each of Object.values(value)) {
    const found = notInTokyo(each)
    if (found !== undefined) return found
  }
  return undefined
}

const typeOf = (header: unknown): string | undefined =>
  header === undefined ? undefined : String(header).split(';')[0]

/** Returns the responses whose status, media type or body differs from the documented calls. */
export function watchAnswers(app: FastifyInstance): () => string[] {
  const calls = new Map<string, AnyCall>()
  const wrong = new Set<string>()
  app.addHook('onReady', async () => {
    for (const call of app.served.values()) {
      for (const url of [call.path, call.path.replace(/\/$/, ''), `${call.path}/`])
        calls.set(`${call.method} ${url.replaceAll(/\{(\w+)\}/g, ':$1')}`, call)
    }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const call = calls.get(`${request.method} ${request.routeOptions.url}`)
    if (!call) return payload
    const { statusCode } = reply
    if (statusCode >= 400) {
      if (!refusalStatuses(call).includes(statusCode)) wrong.add(`${call.route}: ${statusCode}`)
      const error =
        statusCode === 400 && typeof payload === 'string' && wrongCurrent(call, JSON.parse(payload))
      if (error) wrong.add(`${call.route}, current: ${z.prettifyError(error)}`)
    } else if (statusCode === 304 && request.headers['if-none-match']) {
      return payload
    } else if (statusCode !== successStatus(call) && statusCode !== 200) {
      wrong.add(`${call.route}: ${statusCode}`)
    } else if (typeOf(reply.getHeader('content-type')) !== mediaOf(call)) {
      wrong.add(`${call.route}: ${reply.getHeader('content-type')}`)
    } else if (typeof call.ok === 'object' && typeof payload === 'string') {
      const body = JSON.parse(payload) as unknown
      const { error } = call.ok.safeParse(body)
      if (error) wrong.add(`${call.route}: ${z.prettifyError(error)}`)
      const elsewhere = notInTokyo(body)
      if (elsewhere) wrong.add(`${call.route}: ${elsewhere} is not in Tokyo time`)
    }
    return payload
  })
  return () => [...wrong]
}
