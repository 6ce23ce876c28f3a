import * as z from 'zod'
import type { Config } from './config.ts'
import { checkInput } from './input-text.ts'

export interface NextEngineConfig {
  clientId: string
  clientSecret: string
  apiUrl: string
  /** Where people sign in with Next Engine. */
  signInUrl: string
}

/** `unreachable`: away, too slow or cut off. `unreadable`: what it sent is not an answer of its API. Holds no token. */
export class NextEngineError extends Error {
  readonly kind: 'unreachable' | 'unreadable'
  constructor(message: string, kind: NextEngineError['kind']) {
    super(message)
    this.name = 'NextEngineError'
    this.kind = kind
  }
}

export interface Tokens {
  access: string
  refresh: string
}

export interface FreshTokens extends Tokens {
  /** Times in Tokyo; null where the answer says nothing usable. */
  accessUntil: string | null
  refreshUntil: string | null
}

export interface Answer {
  result: 'success' | 'error' | 'redirect'
  code: string
  message: string
  /** Null where the answer has none: those sent stay in force. */
  tokens: FreshTokens | null
  /** The whole answer, for the caller to parse. */
  content: unknown
}

export interface NextEngine {
  signInAddress: (returnTo: string) => string
  /** What its sign-in page added to our address, for tokens. Rejects with `NextEngineError`, as `ask`. */
  exchange: (uid: string, state: string) => Promise<Answer>
  ask: (path: string, tokens: Tokens, fields: Readonly<Record<string, string>>) => Promise<Answer>
}

/** All of an answer: a lease on the tokens (`docs/next-engine.md`) lasts longer. */
export const nextEnginePatience = 20_000
const mostBytes = 4 * 1024 * 1024
const longestMessage = 1000

const token = z.string().min(1).max(1000).nullish().catch(null)
const answer = z.object({
  result: z.enum(['success', 'error', 'redirect']),
  code: z.string().max(40).nullish().catch(null),
  message: z
    .string()
    .transform((text) => text.slice(0, longestMessage))
    .nullish()
    .catch(null),
  access_token: token,
  refresh_token: token,
  access_token_end_date: z.string().nullish().catch(null),
  refresh_token_end_date: z.string().nullish().catch(null),
})

/** Its times are in Tokyo, without a zone. */
export function timeOf(text: string | null | undefined): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text ?? '') ?? []
  const moment = `${day}T${time}+09:00`
  return day !== undefined && day >= '2000' && !Number.isNaN(Date.parse(moment)) ? moment : null
}

/** Stops reading at the limit. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new NextEngineError('Next Engine sent too much', 'unreadable')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): Answer | null {
  let content: unknown
  try {
    content = JSON.parse(text)
    checkInput(content)
  } catch {
    return null
  }
  const read = answer.safeParse(content)
  if (!read.success) return null
  const { result, code, message, access_token: access, refresh_token: refresh, ...until } = read.data
  return {
    result,
    code: code ?? '',
    message: message ?? '',
    tokens:
      access && refresh
        ? {
            access,
            refresh,
            accessUntil: timeOf(until.access_token_end_date),
            refreshUntil: timeOf(until.refresh_token_end_date),
          }
        : null,
    content,
  }
}

/** An answer of the API counts whatever its status is: it may hold new tokens. */
async function answerOf(response: Response): Promise<Answer> {
  const read = parsed(await textOf(response))
  if (read) return read
  const { status } = response
  if (status >= 500 || status === 429)
    throw new NextEngineError(`Next Engine responded ${status}`, 'unreachable')
  throw new NextEngineError(`Next Engine responded ${status} without a readable answer`, 'unreadable')
}

export function createNextEngine(config: NextEngineConfig, patience = nextEnginePatience): NextEngine {
  const post = async (path: string, fields: Readonly<Record<string, string>>): Promise<Answer> => {
    try {
      const response = await fetch(`${config.apiUrl}${path}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        signal: AbortSignal.timeout(patience),
        redirect: 'error',
      })
      return await answerOf(response)
    } catch (error) {
      if (error instanceof NextEngineError) throw error
      throw new NextEngineError('Next Engine could not be reached', 'unreachable')
    }
  }
  return {
    signInAddress: (returnTo) =>
      `${config.signInUrl}/users/sign_in/?${new URLSearchParams({ client_id: config.clientId, redirect_uri: returnTo })}`,
    exchange: (uid, state) =>
      post('/api_neauth', { uid, state, client_id: config.clientId, client_secret: config.clientSecret }),
    // Without waiting there: its queue may take an hour.
    ask: (path, { access, refresh }, fields) =>
      post(path, { ...fields, access_token: access, refresh_token: refresh, wait_flag: '0' }),
  }
}

/** Null: not offered. */
export const nextEngineOf = ({ nextEngine }: Pick<Config, 'nextEngine'>): NextEngine | null =>
  nextEngine ? createNextEngine(nextEngine) : null
