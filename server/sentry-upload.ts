// How a bundle gets to a Sentry-compatible server: in chunks, which it then puts together.
// https://docs.sentry.io/api/releases/assemble-an-artifact-bundle/
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'

export interface SentryAccount {
  url: string
  org: string
  project: string
  token: string
}

export interface Patience {
  /** For one response, in milliseconds. */
  response: number
  /** Until the server has put the bundle together. */
  whole: number
}

const usualPatience: Patience = { response: 60_000, whole: 300_000 }

const Way = z.object({
  url: z.string(),
  chunkSize: z.int().positive(),
  chunksPerRequest: z.int().positive(),
  maxRequestSize: z.int().positive(),
  hashAlgorithm: z.literal('sha1'),
  accept: z.array(z.string()).refine((kinds) => kinds.includes('artifact_bundles')),
})

const Assembly = z.object({
  state: z.enum(['ok', 'not_found', 'created', 'assembling', 'error']),
  missingChunks: z.array(z.string()).default([]),
  detail: z.string().nullish(),
})

interface Chunk {
  sum: string
  bytes: Buffer<ArrayBuffer>
}

/** Resolves when the server has assembled the bundle. Errors have messages for whoever runs the command. */
export async function sendBundle(
  account: SentryAccount,
  { bundle, release }: { bundle: Buffer<ArrayBuffer>; release: string },
  patience = usualPatience,
): Promise<void> {
  const ask = asker(account, patience.response)
  const organization = `/api/0/organizations/${encodeURIComponent(account.org)}`
  const way = await understood(Way, ask(`${organization}/chunk-upload/`))
  const chunks = chunksOf(bundle, way.chunkSize)
  const checksum = sumOf(bundle)
  const wanted = {
    checksum,
    chunks: chunks.map(({ sum }) => sum),
    projects: [account.project],
    version: release,
  }
  const assembled = () => understood(Assembly, ask(`${organization}/artifactbundle/assemble/`, wanted))
  const deadline = performance.now() + patience.whole
  await sendChunks(chunks, way, ask)
  for (let pause = 250; performance.now() < deadline; pause = Math.min(2 * pause, 4_000)) {
    const { state, missingChunks, detail } = await assembled()
    if (state === 'ok') return
    if (state === 'error') throw refused('組み立て / putting it together', detail ?? 'error')
    const missing = chunks.filter(({ sum }) => missingChunks.includes(sum))
    if (missing.length > 0) await sendChunks(missing, way, ask)
    await sleep(pause)
  }
  const seconds = Math.round(patience.whole / 1000)
  throw refused('組み立て / putting it together', `not done after ${seconds} s`)
}

const sumOf = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')

function chunksOf(bundle: Buffer<ArrayBuffer>, size: number): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 0; at < bundle.length; at += size) {
    const bytes = bundle.subarray(at, at + size)
    chunks.push({ sum: sumOf(bytes), bytes })
  }
  return chunks
}

type Way = z.output<typeof Way>
type Ask = (path: string, body?: object) => Promise<unknown>

async function sendChunks(chunks: readonly Chunk[], way: Way, ask: Ask): Promise<void> {
  const most = Math.max(1, Math.min(way.chunksPerRequest, Math.floor(way.maxRequestSize / way.chunkSize)))
  for (let at = 0; at < chunks.length; at += most) {
    const form = new FormData()
    for (const { sum, bytes } of chunks.slice(at, at + most)) form.append('file', new Blob([bytes]), sum)
    await ask(way.url, form)
  }
}

const hopeful = (status: number) => status === 429 || status >= 500

/** Repeats are safe: chunks are kept by their sum, and an assembly by that of the bundle. */
function asker({ url, token }: SentryAccount, longest: number): Ask {
  const once = async (path: string, body?: object): Promise<Response> => {
    const isForm = body instanceof FormData
    return fetch(new URL(path, url), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body && JSON.stringify(body),
      signal: AbortSignal.timeout(longest),
    } as RequestInit)
  }
  return async (path, body) => {
    for (let tries = 3; ; tries -= 1) {
      const response = await once(path, body).catch((error: Error) => error)
      if (response instanceof Error) {
        if (tries > 1 && response.name !== 'TimeoutError') await sleep(500)
        else throw refused(url, causeOf(response, longest))
      } else if (response.ok) return response.json()
      else if (tries > 1 && hopeful(response.status)) await sleep(500)
      else throw refused(`${new URL(path, url).pathname} ${response.status}`, await reasonOf(response))
    }
  }
}

function causeOf(error: Error, longest: number): string {
  if (error.name === 'TimeoutError') return `no response within ${Math.round(longest / 1000)} s`
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message
}

const advice: Readonly<Record<number, string>> = {
  401: 'SENTRY_AUTH_TOKEN が違います。 / The token is not known.',
  403: 'SENTRY_AUTH_TOKEN に権限(org:ci か project:releases)がありません。 / The token may not do that.',
  404: 'SENTRY_ORG か SENTRY_PROJECT が違います。 / There is no such organization or project.',
}

async function reasonOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  return [advice[response.status], text.slice(0, 300)].filter(Boolean).join(' ')
}

const refused = (where: string, reason: string): Error =>
  new Error(`ソースマップを送れませんでした。 / The source maps were not uploaded.\n${where}: ${reason}`)

async function understood<T>(schema: z.ZodType<T>, answer: Promise<unknown>): Promise<T> {
  const parsed = schema.safeParse(await answer)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refused(
    'このサーバーには送れません / This server takes no artifact bundles',
    `${issue?.path.join('.')} ${issue?.message}`,
  )
}
