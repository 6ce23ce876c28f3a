import { createHmac, randomBytes } from 'node:crypto'
import { mostTries } from '#contract/webhook'
import type { OutgoingProblem } from '#server/platform/outgoing'

const secretStart = 'whsec_'

export const newSecret = (): string => secretStart + randomBytes(32).toString('base64')

export interface Message {
  id: string
  at: Date
  body: string
}

/** The headers of Standard Webhooks. While a secret is being changed, both sign. */
export function signedHeaders(message: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const signature = secrets
    .map((secret) => signatureOf(`${message.id}.${timestamp}.${message.body}`, secret))
    .join(' ')
  return {
    'content-type': 'application/json',
    'user-agent': 'Okuru-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  }
}

function signatureOf(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(secretStart.length), 'base64')
  return `v1,${createHmac('sha256', key).update(text, 'utf8').digest('base64')}`
}

export const messageId = (eventId: string): string => `msg_${eventId}`

export const bodyOf = (event: { event_type: string; happened_at: string; data: object }): string =>
  JSON.stringify({ type: event.event_type, timestamp: event.happened_at, data: event.data })

const minute = 60_000
const hour = 60 * minute
/** After each failed try but the last: three days in all. */
const pauses = [
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour,
] as const

/** `tries`: how many have failed. Null: that was the last. */
export function pauseAfter(tries: number): number | null {
  return tries >= mostTries ? null : (pauses[tries - 1] ?? (pauses.at(-1) as number))
}

/** With nothing delivered for as long as an event is tried, nobody listens. */
export const longestFailing = 3 * 24 * hour

export const isOver = (failingSince: Date, at: Date): boolean =>
  at.getTime() - failingSince.getTime() >= longestFailing

export const isTaken = (status: number): boolean => status >= 200 && status < 300

const problemText: Readonly<Record<OutgoingProblem, string>> = {
  address: '社内や予約済みのネットワークのアドレスには送れません。',
  name: 'ホスト名が見つかりません。',
  timeout: '10秒以内に応答がありませんでした。',
  unreachable: '接続できませんでした。',
  certificate: '証明書を確認できませんでした。',
}

export function errorText(outcome: number | OutgoingProblem): string {
  if (typeof outcome !== 'number') return problemText[outcome]
  if (isTaken(outcome)) return ''
  return outcome >= 300 && outcome < 400
    ? `別のアドレスへの転送(${outcome})は使えません。`
    : `応答が ${outcome} でした。`
}
