import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import type { Config } from './config.ts'
import { dropTemporary } from './files.ts'
import { privateFile, restrictFolder } from './private-folder.ts'

export interface Mail {
  /** Its Message-ID, the same at every attempt. */
  id?: string
  to: string
  subject: string
  text: string
  html?: string
}

export interface MailTransport {
  /** Rejects with `MailError`. */
  send(mail: Mail): Promise<void>
}

/** Contains no address. `temporary`: a retry may succeed. `isAway`: the server is not there for any mail. */
export class MailError extends Error {
  readonly temporary: boolean
  readonly isAway: boolean
  constructor(message: string, temporary: boolean, isAway = false) {
    super(message)
    this.name = 'MailError'
    this.temporary = temporary
    this.isAway = isAway
  }
}

const plainAddress = /^[^\s<>()[\],;:"\\@\p{Cc}]+@[^\s<>()[\],;:"\\@\p{Cc}]+$/u

/** Line breaks could inject headers and recipients. */
function refuseInjection(mail: Mail): void {
  if (!plainAddress.test(mail.to)) throw new MailError('the recipient is not one plain address', false)
  if (/\p{Cc}/u.test(mail.subject)) throw new MailError('the subject holds control characters', false)
}

function mailErrorOf(error: unknown): MailError {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'responseCode') : undefined
  if (typeof status === 'number') return new MailError(`the mail server answered ${status}`, status < 500)
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return new MailError(`the mail server could not be used (${String(code ?? 'unknown')})`, true, true)
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && /^127\./.test(host))

export interface SmtpOptions {
  url: string
  /** `address` or `name <address>`. */
  from: string
  /** In milliseconds. */
  timeout?: number
}

/** Without `smtps:` requires STARTTLS, except on loopback or with `?ignoreTLS=true`. */
function smtpTransport({ url, timeout = 15_000 }: SmtpOptions) {
  const server = new URL(url)
  const secure = server.protocol === 'smtps:'
  const host = server.hostname.replace(/^\[|\]$/g, '')
  const plain = server.searchParams.get('ignoreTLS') === 'true'
  return createTransport({
    host,
    port: Number(server.port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: plain,
    requireTLS: !secure && !plain && !isLoopback(host),
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Connects and signs in, and sends nothing. */
export async function checkSmtp(options: SmtpOptions): Promise<void> {
  const transport = smtpTransport(options)
  try {
    await transport.verify()
  } catch (error) {
    throw mailErrorOf(error)
  } finally {
    transport.close()
  }
}

export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const transport = smtpTransport(options)
  const { from } = options
  return {
    async send(mail) {
      refuseInjection(mail)
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          ...(mail.id && { messageId: `<${mail.id}>` }),
          text: mail.text,
          ...(mail.html === undefined ? {} : { html: mail.html }),
          textEncoding: 'base64',
          // Suppresses out-of-office replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw mailErrorOf(error)
      }
    },
  }
}

const OutboxMail = z.object({
  id: z.string(),
  at: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
})
export type OutboxMail = z.output<typeof OutboxMail>

export interface Outbox extends MailTransport {
  listOutbox(): Promise<OutboxMail[]>
  readOutbox(id: string): Promise<OutboxMail | null>
}

const outboxId = /^\d{17}-\d{6}-[0-9a-f]{8}$/

export function createOutbox(folder: string, from: string, now: () => Date): Outbox {
  let count = 0
  restrictFolder(folder)

  async function readOutbox(id: string): Promise<OutboxMail | null> {
    if (!outboxId.test(id)) return null
    try {
      return OutboxMail.parse(JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }

  return {
    readOutbox,
    async send(mail) {
      refuseInjection(mail)
      const at = now().toISOString()
      count += 1
      const order = String(count % 1_000_000).padStart(6, '0')
      const id = `${at.replace(/\D/g, '')}-${order}-${randomBytes(4).toString('hex')}`
      const { id: _messageId, ...contents } = mail
      const kept: OutboxMail = { id, at, from, ...contents }
      const unfinished = join(folder, `${id}.part`)
      try {
        await writeFile(unfinished, JSON.stringify(kept, null, 2), { mode: privateFile })
        await rename(unfinished, join(folder, `${id}.json`))
      } catch (error) {
        await dropTemporary(unfinished)
        throw error
      }
    },
    async listOutbox() {
      const ids = (await readdir(folder))
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
      const mails = await Promise.all(ids.sort().reverse().map(readOutbox))
      return mails.filter((mail) => mail !== null)
    },
  }
}

const localSender = 'おくる <no-reply@okuru.example>'

export function createMail(
  config: Pick<Config, 'smtp' | 'dataDir'>,
  now: () => Date,
): { mail: MailTransport; outbox: Outbox | undefined } {
  if (config.smtp) return { mail: createSmtpTransport(config.smtp), outbox: undefined }
  const outbox = createOutbox(join(config.dataDir, 'outbox'), localSender, now)
  return { mail: outbox, outbox }
}
