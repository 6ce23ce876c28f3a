import { createHash } from 'node:crypto'
import { HTTPFetchError, type messagingApi as line, messagingApi, validateSignature } from '@line/bot-sdk'
import type { Config } from './config.ts'

export interface LineConfig {
  channelSecret: string
  channelToken: string
  /** Of the official account, such as `@okuru`. */
  basicId: string
  apiUrl: string | undefined
}

export interface LineMessage {
  title: string
  body: string
  button: { label: string; url: string }
}

/** `temporary`: a retry may succeed. Holds neither a user nor a text. */
export class LineError extends Error {
  readonly temporary: boolean
  constructor(message: string, temporary: boolean) {
    super(message)
    this.name = 'LineError'
    this.temporary = temporary
  }
}

export interface Line {
  /** False: messages are recorded and reach nobody. */
  readonly isReal: boolean
  /** Where people add the official account as a friend. */
  readonly friendUrl: string
  /** Rejects with `LineError`. The same retry key delivers once within 24 hours. */
  push: (userId: string, message: LineMessage, retryKey: string) => Promise<void>
  /** Proves to LINE who opens the page that links accounts; used once, within ten minutes. */
  issueLinkToken: (userId: string) => Promise<string>
  isSigned: (bytes: Buffer, signature: string) => boolean
}

const secondsToWait = 10

/** LINE asks for retries after 5xx, time-outs and 429 only. */
function errorOf(error: unknown): LineError {
  if (error instanceof LineError) return error
  if (!(error instanceof HTTPFetchError)) return new LineError('LINE could not be reached', true)
  return new LineError(`LINE responded ${error.status}`, error.status >= 500 || error.status === 429)
}

/** The library waits without end. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new LineError('LINE did not respond in time', true)),
      secondsToWait * 1000,
    )
  })
  try {
    return await Promise.race([work, tooLate])
  } catch (error) {
    throw errorOf(error)
  } finally {
    clearTimeout(timer)
  }
}

/** A UUID that is the same for every attempt at one thing. */
export function retryKeyOf(what: string): string {
  const hex = createHash('sha256').update(what).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export function createLine(config: LineConfig): Line {
  const client = new messagingApi.MessagingApiClient({
    channelAccessToken: config.channelToken,
    ...(config.apiUrl && { baseURL: config.apiUrl }),
  })
  return {
    isReal: true,
    friendUrl: `https://line.me/R/ti/p/${encodeURIComponent(config.basicId)}`,
    async push(userId, message, retryKey) {
      const work = client.pushMessage({ to: userId, messages: [bubble(message)] }, retryKey)
      await inTime(
        work.catch((error: unknown) => {
          // Accepted before: the response of the first attempt was lost.
          if (!(error instanceof HTTPFetchError && error.status === 409)) throw error
        }),
      )
    },
    issueLinkToken: async (userId) => (await inTime(client.issueLinkToken(userId))).linkToken,
    isSigned: (bytes, signature) => validateSignature(bytes, config.channelSecret, signature),
  }
}

/** For development and tests. */
export const recordingLine: Line = {
  isReal: false,
  friendUrl: '',
  push: async () => undefined,
  issueLinkToken: async () => {
    throw new LineError('LINE is not connected', false)
  },
  isSigned: () => false,
}

/** Null in production without a channel: nothing is offered there that would reach nobody. */
export function lineOf({ line, production }: Pick<Config, 'line' | 'production'>): Line | null {
  if (line) return createLine(line)
  return production ? null : recordingLine
}

const longestAltText = 400
const longestLabel = 20

function bubble({ title, body, button }: LineMessage): line.FlexMessage {
  const text = (content: string, more: Partial<line.FlexText>): line.FlexText => ({
    type: 'text',
    text: content,
    wrap: true,
    ...more,
  })
  return {
    type: 'flex',
    altText: `${title} ${body}`.slice(0, longestAltText),
    contents: {
      type: 'bubble',
      body: {
        type: 'box',
        layout: 'vertical',
        spacing: 'md',
        contents: [text(title, { weight: 'bold', size: 'lg' }), text(body, { size: 'md' })],
      },
      footer: {
        type: 'box',
        layout: 'vertical',
        contents: [
          {
            type: 'button',
            style: 'primary',
            color: '#17181a',
            action: { type: 'uri', label: button.label.slice(0, longestLabel), uri: button.url },
          },
        ],
      },
    },
  }
}
