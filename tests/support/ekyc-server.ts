import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import type { EkycConfig } from '#server/platform/ekyc'
import type { TestApp, TestResponse } from './app.ts'

type Fault = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

interface Verification {
  id: string
  reference: string
  status: string
  url: string
  expires_at: string
  claimed: { name: string; birth: string; address: string }
  reasons: string[]
  result?: object | undefined
}

export const licenceRead = {
  method: 'photo_face',
  document: {
    type: 'driving_licence',
    number: '301234567890',
    issuer: '東京都公安委員会',
    expires_on: '2028-05-12',
    issued_on: '2023-05-12',
  },
  images: ['front', 'back', 'thickness', 'face'],
}

/** An identity provider as such companies document it: bearer token, idempotent creation, page, result, pictures. */
export async function startEkycServer(now: () => Date) {
  const token = 'the token of the service'
  const webhookSecret = 'the secret of the messages'
  const known = new Map<string, Verification>()
  const byKey = new Map<string, { id: string; body: string }>()
  const canceled: string[] = []
  const calls: string[] = []
  let fault: Fault | undefined
  let onCreated: ((made: Verification) => Promise<void>) | undefined
  let picture: Buffer = await sharp({
    create: { width: 1200, height: 800, channels: 3, background: { r: 20, g: 90, b: 120 } },
  })
    .jpeg()
    .toBuffer()

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    calls.push(`${request.method} ${request.url}`)
    if (await fault?.(request, response)) return
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${token}`) return json(401, { error: 'unauthorized' })
    const [, id = '', rest = ''] = /^\/v1\/verifications(?:\/([\w-]+))?(\/.*)?$/.exec(request.url ?? '') ?? []
    if (request.method === 'POST' && id === '') {
      const [status, made] = create(text, request)
      if (status === 201) await onCreated?.(made as Verification)
      return json(status, made)
    }
    const found = known.get(id)
    if (!found) return json(404, { error: 'not_found' })
    if (rest === '/cancel') {
      if (found.status === 'approved' || found.status === 'rejected') return json(422, { error: 'finished' })
      found.status = 'canceled'
      canceled.push(id)
      return json(200, shown(found))
    }
    if (rest.startsWith('/images/'))
      return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
    return json(200, shown(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const shown = ({ claimed: _claimed, ...rest }: Verification) => rest

  function create(text: string, request: IncomingMessage): [number, unknown] {
    const key = String(request.headers['idempotency-key'] ?? '')
    const body = JSON.parse(text)
    if (key === '' || !body.claimed?.name || !body.claimed?.birth || !body.claimed?.address)
      return [422, { error: 'invalid' }]
    const before = byKey.get(key)
    if (before) {
      const made = known.get(before.id)
      return before.body === text && made ? [201, shown(made)] : [422, { error: 'idempotency_mismatch' }]
    }
    const id = `v-${randomBytes(8).toString('hex')}`
    const made: Verification = {
      id,
      reference: body.reference,
      status: 'url_issued',
      url: `${origin}/start/${randomBytes(16).toString('hex')}?return=${encodeURIComponent(body.return_url)}`,
      expires_at: new Date(now().getTime() + 24 * 3_600_000).toISOString(),
      claimed: body.claimed,
      reasons: [],
    }
    known.set(id, made)
    byKey.set(key, { id, body: text })
    return [201, shown(made)]
  }

  const signature = (body: string, at = now(), secret = webhookSecret): string => {
    const seconds = Math.floor(at.getTime() / 1000)
    return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
  }

  return {
    calls,
    canceled,
    known,
    signature,
    config: { name: 'まもる確認', apiUrl: `${origin}/v1`, token, webhookSecret } satisfies EkycConfig,
    fail: (next: Fault | undefined) => {
      fault = next
    },
    /** Runs before the response to a creation. */
    whenCreated: (next: typeof onCreated) => {
      onCreated = next
    },
    showPicture: (next: Buffer) => {
      picture = next
    },
    latest: (): Verification => {
      const last = [...known.values()].at(-1)
      if (!last) throw new Error('nothing was created')
      return last
    },
    /** What the customer's paper says is what was claimed, unless given. */
    decide(of: Verification, status: string, read: Record<string, unknown> = {}, reasons: string[] = []) {
      of.status = status
      of.reasons = reasons
      const { name, birth, address } = of.claimed
      if (status === 'approved') of.result = { ...licenceRead, name, birth, address, ...read }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type EkycServer = Awaited<ReturnType<typeof startEkycServer>>

/** As the provider sends it, signed over these bytes. */
export function sendProviderNews(
  t: TestApp,
  server: EkycServer,
  of: { id: string; reference: string; status: string },
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const { id, reference, status } = of
  const body = JSON.stringify({ type: 'verification.updated', verification: { id, reference, status } })
  return t.ask('POST /api/ekyc/provider/webhook/', {
    body,
    headers: { 'content-type': 'application/json', 'x-ekyc-signature': server.signature(body), ...headers },
  })
}
