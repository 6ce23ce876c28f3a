import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMail, createOutbox, createSmtpTransport, MailError } from './mail.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface Received {
  from: string
  to: string[]
  raw: string
}

async function startSmtp(options: SMTPServerOptions = {}): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        received.push({
          from,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}

const from = 'おくる <info@okuru.example>'
const mail = {
  to: 'hanako@example.com',
  subject: '【おくる】査定結果のお知らせ（お申し込み番号 12）とても長い件名でも途中で壊れないこと',
  text: '山田 花子さま\n\n査定が終わりました。髙﨑①〜\nhttps://okuru.example/requests/12\n',
}

/** Decodes RFC 2047 words and the base64 body. */
function readMail(raw: string): { header: (name: string) => string; body: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const decodeWord = (_all: string, form: string, text: string) =>
    form.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString('latin1')
      : text
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9A-F]{2})/g, (_m, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return {
    header: (name) => {
      const value = new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? ''
      const joined = value.replaceAll(/\?= =\?/g, '?==?')
      return Buffer.from(joined.replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, decodeWord), 'latin1').toString(
        'utf8',
      )
    },
    body: Buffer.from(rest.join('\r\n\r\n'), 'base64').toString('utf8'),
  }
}

describe('SMTP', () => {
  test('Japanese subject, sender and body arrive intact', async () => {
    const smtp = await startSmtp()
    await createSmtpTransport({ url: smtp.url, from }).send(mail)
    const [received] = smtp.received
    expect(received).toMatchObject({ from: 'info@okuru.example', to: ['hanako@example.com'] })
    const read = readMail(received?.raw ?? '')
    expect(read.header('Subject')).toBe(mail.subject)
    expect(read.header('From')).toBe(from)
    expect(read.header('Auto-Submitted')).toBe('auto-generated')
    expect(read.body.replaceAll('\r\n', '\n')).toBe(mail.text)
  })

  test('name and password of the address are used', async () => {
    const seen: (string | null | undefined)[] = []
    const smtp = await startSmtp({
      authOptional: false,
      onAuth(auth, _session, done) {
        seen.push(auth.username, auth.password)
        done(null, { user: 'ok' })
      },
    })
    const url = smtp.url.replace('smtp://', 'smtp://user%40okuru:p%2Fw@')
    await createSmtpTransport({ url, from }).send(mail)
    expect(seen).toEqual(['user@okuru', 'p/w'])
  })

  test.each([
    [451, true],
    [550, false],
  ])('a %d answer is an error that is temporary: %s', async (responseCode, temporary) => {
    const smtp = await startSmtp({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('not now'), { responseCode })),
    })
    const error = await createSmtpTransport({ url: smtp.url, from })
      .send(mail)
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(MailError)
    expect(error).toMatchObject({ temporary, message: `the mail server answered ${responseCode}` })
  })

  test('a dropped connection and a silent server are temporary errors', async () => {
    const dropping = createServer((socket) => socket.destroy())
    const silent = createServer(() => {})
    for (const server of [dropping, silent]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closers.push(() => new Promise((resolve) => server.close(() => resolve())))
      const { port } = server.address() as AddressInfo
      const transport = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from, timeout: 200 })
      await expect(transport.send(mail)).rejects.toMatchObject({ name: 'MailError', temporary: true })
    }
  })

  test('an error says no address', async () => {
    const smtp = await startSmtp({
      onRcptTo: (address, _session, done) => done(new Error(`mailbox ${address.address} unknown`)),
    })
    const error = await createSmtpTransport({ url: smtp.url, from })
      .send(mail)
      .catch((caught: unknown) => caught)
    expect(String(error)).not.toContain('hanako')
  })
})

describe('the outbox', () => {
  let folder: string
  let time: Date
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'okuru-mail-'))
    time = new Date('2026-11-21T00:00:00Z')
    closers.push(() => rm(folder, { recursive: true, force: true }))
  })

  test('lists newest first and reads one', async () => {
    const outbox = createOutbox(join(folder, 'outbox'), from, () => time)
    expect(await outbox.listOutbox()).toEqual([])
    await outbox.send({ ...mail, subject: '一' })
    await outbox.send({ ...mail, subject: '二' })
    time = new Date('2026-11-21T00:00:01Z')
    await outbox.send({ ...mail, subject: '三', html: '<p>三</p>' })
    const mails = await outbox.listOutbox()
    expect(mails.map(({ subject }) => subject)).toEqual(['三', '二', '一'])
    expect(mails[0]).toMatchObject({ at: '2026-11-21T00:00:01.000Z', from, to: mail.to, html: '<p>三</p>' })
    expect(await outbox.readOutbox(mails[2]?.id ?? '')).toEqual(mails[2])
    expect(mails[2]?.text).toBe(mail.text)
  })

  test('reads nothing but its own files', async () => {
    const outbox = createOutbox(folder, from, () => time)
    expect(await outbox.readOutbox('../secrets')).toBeNull()
    expect(await outbox.readOutbox('20261121000000000-000001-00000000')).toBeNull()
  })

  test('holds mails for the user the server runs as, also in a folder that was there before', async () => {
    const own = join(folder, 'outbox')
    await mkdir(own, { mode: 0o755 })
    await createOutbox(own, from, () => time).send(mail)
    const [name = ''] = await readdir(own)
    const modes = [own, join(own, name)].map(async (path) => (await stat(path)).mode & 0o777)
    expect(await Promise.all(modes)).toEqual([0o700, 0o600])
  })

  test('is used, and given out for its page, only without SMTP', async () => {
    const local = createMail({ smtp: undefined, dataDir: folder }, () => time)
    await local.mail.send(mail)
    expect(await local.outbox?.listOutbox()).toHaveLength(1)
    const real = createMail({ smtp: { url: 'smtp://127.0.0.1:1', from }, dataDir: folder }, () => time)
    expect(real.outbox).toBeUndefined()
  })
})

test.each([
  ['recipient', { ...mail, to: 'a@example.com\r\nBcc: b@example.com' }],
  ['second recipient', { ...mail, to: 'a@example.com, b@example.com' }],
  ['named recipient', { ...mail, to: '"x" <a@example.com>' }],
  ['subject', { ...mail, subject: 'こんにちは\r\nBcc: b@example.com' }],
  ['subject with a bare line feed', { ...mail, subject: 'a\nb' }],
])('an injected header is refused by both transports: %s', async (_where, bad) => {
  const smtp = await startSmtp()
  const folder = await mkdtemp(join(tmpdir(), 'okuru-mail-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  const outbox = createOutbox(folder, from, () => new Date(0))
  await expect(createSmtpTransport({ url: smtp.url, from }).send(bad)).rejects.toMatchObject({
    temporary: false,
  })
  await expect(outbox.send(bad)).rejects.toMatchObject({ temporary: false })
  expect(smtp.received).toEqual([])
  expect(await outbox.listOutbox()).toEqual([])
})
