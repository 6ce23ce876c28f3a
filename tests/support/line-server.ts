import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LineConfig } from '#server/platform/line'
import type { TestApp, TestResponse } from './app.ts'

export interface Delivered {
  to: string
  altText: string
  /** Of the button. */
  uri: string
}

type Fault = (request: IncomingMessage, response: ServerResponse) => boolean

/** The Messaging API as documented: retry keys, link tokens, refusals. Friends are who LINE knows. */
export async function startLineServer() {
  const channel = { secret: 'the secret of the channel', token: 'the token of the channel' }
  const delivered: Delivered[] = []
  const accepted = new Set<string>()
  const friends = new Set<string>()
  const blockedBy = new Set<string>()
  const linkTokens = new Map<string, string>()
  let fault: Fault | undefined
  const attempts = { count: 0 }

  const server = createServer(async (request, response) => {
    attempts.count += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (fault?.(request, response)) return
    const json = (status: number, body: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${channel.token}`)
      return json(401, { message: 'Authentication failed. Confirm that the access token is valid.' })
    const linkOf = /^\/v2\/bot\/user\/([^/]+)\/linkToken$/.exec(request.url ?? '')?.[1]
    if (linkOf !== undefined) {
      if (!friends.has(linkOf)) return json(404, { message: 'Not found' })
      const linkToken = randomBytes(16).toString('hex')
      linkTokens.set(linkToken, linkOf)
      return json(200, { linkToken })
    }
    if (request.url !== '/v2/bot/message/push') return json(404, { message: 'Not found' })
    const key = String(request.headers['x-line-retry-key'] ?? '')
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key))
      return json(400, { message: 'The retry key is invalid' })
    if (accepted.has(key)) return json(409, { message: 'The retry key is already accepted' })
    const { to, messages } = JSON.parse(Buffer.concat(chunks).toString())
    const [message] = messages
    const texts: { text: string }[] = message.contents.body.contents
    const { action } = message.contents.footer.contents[0]
    const isValid =
      message.type === 'flex' &&
      message.altText.length > 0 &&
      message.altText.length <= 400 &&
      texts.every(({ text }) => text !== '') &&
      action.label.length <= 40 &&
      /^https?:\/\//.test(action.uri)
    if (!isValid) return json(400, { message: 'The request body has 1 error(s)' })
    if (!friends.has(to) && !blockedBy.has(to)) return json(400, { message: 'Failed to send messages' })
    accepted.add(key)
    // Accepted, but not delivered, when the user has blocked the account.
    if (friends.has(to)) delivered.push({ to, altText: message.altText, uri: action.uri })
    return json(200, { sentMessages: [{ id: randomUUID() }] })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    delivered,
    attempts,
    config: {
      channelSecret: channel.secret,
      channelToken: channel.token,
      basicId: '@okuru',
      apiUrl,
    } satisfies LineConfig,
    fail: (next: Fault | undefined) => {
      fault = next
    },
    befriend: (user: string) => {
      blockedBy.delete(user)
      friends.add(user)
    },
    block: (user: string) => {
      friends.delete(user)
      blockedBy.add(user)
    },
    signature: (body: string | Buffer) => createHmac('sha256', channel.secret).update(body).digest('base64'),
    /** What LINE does when somebody opens the page that links accounts: only the token's own user may. */
    confirm: (url: string, opener: string) => {
      const { linkToken = '', nonce = '' } = Object.fromEntries(new URL(url).searchParams)
      const isOwn = linkTokens.get(linkToken) === opener
      linkTokens.delete(linkToken)
      return isOwn ? { result: 'ok', nonce } : undefined
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type LineServer = Awaited<ReturnType<typeof startLineServer>>

let events = 0

export const lineEvent = (type: string, userId: string, more: object = {}) => ({
  type,
  mode: 'active',
  webhookEventId: `01J${String(++events).padStart(23, '0')}`,
  deliveryContext: { isRedelivery: false },
  source: { type: 'user', userId },
  ...more,
})

/** Sends events as LINE does. */
export function sendWebhook(
  t: Pick<TestApp, 'ask' | 'clock'>,
  line: Pick<LineServer, 'signature'>,
  list: readonly object[],
): Promise<TestResponse> {
  const at = t.clock.now().getTime()
  const body = JSON.stringify({
    destination: `U${'0'.repeat(32)}`,
    events: list.map((event) => ({ timestamp: at, ...event })),
  })
  return t.ask('POST /api/ekyc/line/webhook/', {
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-line-signature': line.signature(body) },
  })
}
