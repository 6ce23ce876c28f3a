import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { Config } from './config.ts'
import { checkInput } from './input-text.ts'

export interface EkycConfig {
  /** As customers know the company. */
  name: string
  apiUrl: string
  token: string
  webhookSecret: string
}

/** `temporary`: a retry may succeed, also after an operator's mistake was corrected. Holds no personal data. */
export class EkycError extends Error {
  readonly temporary: boolean
  constructor(message: string, temporary: boolean) {
    super(message)
    this.name = 'EkycError'
    this.temporary = temporary
  }
}

export interface Claimed {
  name: string
  name_kana: string
  birth: string
  address: string
}

const result = z.object({
  method: z.string(),
  document: z.object({
    type: z.string(),
    number: z.string().max(40).default(''),
    issuer: z.string().max(80).default(''),
    expires_on: z.iso.date(),
    issued_on: z.iso.date().nullish(),
  }),
  name: z.string().max(80),
  birth: z.iso.date(),
  address: z.string().max(240),
  images: z.array(z.string()).max(10).default([]),
})
export type EkycResult = z.output<typeof result>

const verification = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  reference: z.string(),
  status: z.string(),
  url: z.string().nullish(),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
  reasons: z.array(z.string()).max(20).default([]),
  result: result.nullish(),
})
export type Verification = z.output<typeof verification>

/** What a status of the provider means here; unknown ones change nothing. */
const meanings = {
  created: 'open',
  url_issued: 'open',
  opened: 'open',
  resubmission_required: 'again',
  submitted: 'submitted',
  reviewing: 'submitted',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
  canceled: 'expired',
  error: 'failed',
} as const
export type Meaning = (typeof meanings)[keyof typeof meanings]

export const meaningOf = (status: string): Meaning =>
  Object.hasOwn(meanings, status) ? meanings[status as keyof typeof meanings] : 'open'

export interface Ekyc {
  readonly name: string
  /** The same reference returns the same verification. Rejects with `EkycError`, as all below. */
  create: (asked: {
    reference: string
    returnUrl: string
    claimed: Claimed
  }) => Promise<Verification & { url: string; expires_at: string }>
  read: (id: string) => Promise<Verification>
  image: (id: string, slot: string) => Promise<Buffer>
  cancel: (id: string) => Promise<void>
  isSigned: (bytes: Buffer, signature: string, now: Date) => boolean
}

const millisecondsToWait = 10_000
const mostText = 1024 * 1024
const mostImage = 20 * 1024 * 1024
const signatureSeconds = 300
/** Besides those of 500 and above. A wrong or expired token says nothing about the customer's check. */
const passing = new Set([401, 403, 408, 429])

/** Stops reading at the limit. */
async function bytesOf(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new EkycError('the identity provider sent too much', false)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parsed(bytes: Buffer): Verification {
  let json: unknown
  try {
    json = JSON.parse(bytes.toString('utf8'))
    checkInput(json)
  } catch {
    throw new EkycError('the identity provider sent no JSON, or text that cannot be stored', false)
  }
  const read = verification.safeParse(json)
  // Without the values, which are personal.
  if (!read.success)
    throw new EkycError(
      `the identity provider's fields differ: ${read.error.issues.map(({ path }) => path.join('.')).join(' ')}`,
      false,
    )
  return read.data
}

interface Asked {
  body?: unknown
  key?: string
  most?: number
}

export function createEkyc(config: EkycConfig, patience = millisecondsToWait): Ekyc {
  const ask = async (method: 'GET' | 'POST', path: string, asked: Asked = {}): Promise<Buffer> => {
    try {
      const response = await fetch(`${config.apiUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${config.token}`,
          ...(asked.key && { 'idempotency-key': asked.key }),
          ...(asked.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
        signal: AbortSignal.timeout(patience),
        redirect: 'error',
      })
      const { status } = response
      if (!response.ok)
        throw new EkycError(`the identity provider responded ${status}`, status >= 500 || passing.has(status))
      return await bytesOf(response, asked.most ?? mostText)
    } catch (error) {
      if (error instanceof EkycError) throw error
      throw new EkycError('the identity provider could not be reached', true)
    }
  }
  return {
    name: config.name,
    async create({ reference, returnUrl, claimed }) {
      const body = { reference, return_url: returnUrl, methods: ['photo_face', 'chip_face'], claimed }
      const made = parsed(await ask('POST', '/verifications', { body, key: reference }))
      const { url, expires_at } = made
      if (made.reference !== reference || !url || !expires_at || !isSafe(url, config.apiUrl))
        throw new EkycError('the identity provider returned no usable address', false)
      return { ...made, url, expires_at }
    },
    read: async (id) => parsed(await ask('GET', `/verifications/${id}`)),
    image: (id, slot) => ask('GET', `/verifications/${id}/images/${slot}`, { most: mostImage }),
    async cancel(id) {
      await ask('POST', `/verifications/${id}/cancel`, { body: {} })
    },
    isSigned: (bytes, signature, now) => isSigned(config.webhookSecret, bytes, signature, now),
  }
}

/** Customers are sent there: nothing but a web page, encrypted as the API itself. */
function isSafe(url: string, apiUrl: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, username } = new URL(url)
  return username === '' && (protocol === 'https:' || protocol === new URL(apiUrl).protocol)
}

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 over `<seconds>.<body>`, so that an old message cannot be sent again. */
function isSigned(secret: string, bytes: Buffer, signature: string, now: Date): boolean {
  const [, seconds, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (seconds === undefined || given === undefined) return false
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > signatureSeconds) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}

/** Null: customers use our own page only. */
export const ekycOf = ({ ekyc }: Pick<Config, 'ekyc'>): Ekyc | null => (ekyc ? createEkyc(ekyc) : null)
