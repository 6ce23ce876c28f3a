import { randomUUID } from 'node:crypto'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { maskProse, maskText } from '#contract/mask'
import type { Config } from './config.ts'

export type { Logger } from 'pino'

/** Wire names of personal data and secrets. */
const privateNames =
  `name name_kana first_name last_name holder holder_kana email mail address address1 address2 city
  postal_code phone tel birthday birth_date gender job password new_password re_new_password current_password token
  access_token refresh_token refresh access id_token code secret authorization cookie set_cookie headers query
  query_string body params parameters to cc bcc subject text html number account_number ip remote_address line_id`.split(
    /\s+/,
  )
const fold = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
const privateKeys = new Set(privateNames.map(fold))
const redacted = '[redacted]'

/** Path without query; replaces segments that are more than an id or a word. */
export function pathForLog(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return path
    .split('/')
    .map((segment) => (/^[\w.-]{0,32}$/.test(segment) && !isNumber(segment) ? segment : '*'))
    .join('/')
}

function isNumber(segment: string): boolean {
  return /^[\d-]{10,}$/.test(segment)
}

interface PlainError {
  type: string
  message: string
  stack: string | undefined
  code?: string
  constraint?: string
  table?: string
  cause?: PlainError
}

function textProperty(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

/** Leaves out `detail`, `where` and the query of database errors, which carry row data. */
export function errorForLog(error: Error, depth = 0): PlainError {
  const plain: PlainError = {
    type: error.name,
    message: maskProse(error.message),
    stack: error.stack === undefined ? undefined : maskProse(error.stack),
  }
  for (const name of ['code', 'constraint', 'table'] as const) {
    const value = textProperty(error, name)
    if (value !== undefined) plain[name] = value
  }
  if (error.cause instanceof Error && depth < 3) plain.cause = errorForLog(error.cause, depth + 1)
  return plain
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Top-level instances (request, reply) are left to the serializers; deeper ones are dropped. */
function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value)
  if (value instanceof Error) return errorForLog(value)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  if (depth > 5) return redacted
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1))
  if (!isPlainObject(value)) return depth === 1 ? value : redacted
  return redactEntries(value, depth)
}

function redactEntries(object: Record<string, unknown>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const known = privateKeys.has(fold(key))
      return [key, known ? redacted : redact(value, depth + 1)]
    }),
  )
}

interface RequestLike {
  method?: string
  url?: string
  id?: unknown
}

const serializers = {
  req: (request: RequestLike) => ({
    method: request.method,
    path: pathForLog(request.url ?? ''),
    id: request.id,
  }),
  res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
  // A child's serializer may get an error that `redactEntries` has not handled.
  err: (error: unknown) => (error instanceof Error ? errorForLog(error) : error),
}

/** Masks the message that pino would otherwise take from the error. */
function messageOf(first: unknown): string | undefined {
  if (first instanceof Error) return maskProse(first.message)
  const inner = isPlainObject(first) ? first.err : undefined
  return inner instanceof Error ? maskProse(inner.message) : undefined
}

const hooks: LoggerOptions['hooks'] = {
  logMethod(args, method) {
    const [first, second, ...rest] = args.map((value) =>
      typeof value === 'string' ? maskProse(value) : value,
    ) as typeof args
    if (second === undefined)
      return method.apply(this, [first, messageOf(first)] as Parameters<typeof method>)
    return method.apply(this, [first, second, ...rest] as Parameters<typeof method>)
  },
}

function options(level: Config['logLevel']): LoggerOptions {
  return {
    level,
    base: {},
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers,
    hooks,
    // Children bypass the formatters for their bindings; this list covers those.
    redact: { paths: [...new Set([...privateNames, ...privateNames.map(camel)])], censor: redacted },
    formatters: {
      level: (label) => ({ level: label }),
      log: (object) => redactEntries(object, 0),
    },
  }
}

export function readableLine(json: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(json) as Record<string, unknown>
  const extras = Object.entries(rest).map(([key, value]) => {
    return `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`
  })
  const line = [String(time).slice(11, 19), String(level).toUpperCase().padEnd(5), msg, ...extras]
  const stack = isPlainObject(err) ? `\n  ${String(err.stack ?? err.message).replaceAll('\n', '\n  ')}` : ''
  return `${line.filter((part) => part !== undefined).join(' ')}${stack}\n`
}

export function createLogger(
  config: Pick<Config, 'production' | 'logLevel'>,
  destination: DestinationStream = process.stdout,
): Logger {
  if (config.production) return pino(options(config.logLevel), destination)
  return pino(options(config.logLevel), { write: (json) => void destination.write(readableLine(json)) })
}

/** A caller's id could inject anything into the log. */
export function newRequestId(): string {
  return randomUUID()
}

export function logTest(level: Config['logLevel'] = 'trace') {
  const raw: string[] = []
  const logger = pino(options(level), { write: (json) => void raw.push(json) })
  return {
    logger,
    text: () => raw.join(''),
    lines: () => raw.map((json) => JSON.parse(json) as Record<string, unknown>),
  }
}
