import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { allTasks } from '#server/jobs'
import { createSmtpTransport } from '#server/platform/mail'
import { freePort } from '#server/platform/start-checks'
import { type TestApp, testApp } from '../../../tests/support/app.ts'

let t: TestApp
let port: number
beforeAll(async () => {
  t = await testApp()
  port = await freePort()
  t.tools.mail = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from: 'info@okuru.example' })
})
afterAll(() => t.close())
beforeEach(() => t.clock.forward(24 * 3_600_000))

const minutes = (count: number) => t.clock.forward(count * 60_000)
const password = 'atarashii-kagi-88'

/** The mail server is back for one delivery. */
async function deliver(mail: number): Promise<void> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect((server.server.address() as AddressInfo).port).toBe(port)
  await allTasks(t.db, t.tools)['mail.send']?.({ mail } as never)
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

/** The newest mail, which could not be sent, and the link in it. */
async function waitingMail() {
  for (let isDone = false; !isDone; )
    isDone = await t.runJobs().then(
      () => true,
      () => false,
    )
  const mail = await t.db.selectFrom('mail').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(mail.sent_at).toBeNull()
  return {
    id: mail.id,
    ...Object.fromEntries(new URL(/https?:\/\/\S+/.exec(mail.body)?.[0] ?? '').searchParams),
  } as {
    id: number
    uid: string
    token: string
  }
}

async function resetMail() {
  const { email } = await makeCustomerAccount(t.db, t.tools)
  expect((await t.ask('POST /api/reset-password/', { body: { email } })).status).toBe(204)
  const { id, uid, token } = await waitingMail()
  return {
    id,
    use: () => t.ask('POST /api/reset-password/', { body: { uid, token, new_password: password } }),
  }
}

test('a link whose mail waited an hour for the mail server has its ten minutes from the delivery', async () => {
  const inTime = await resetMail()
  minutes(60)
  await deliver(inTime.id)
  minutes(9)
  expect((await inTime.use()).status).toBe(204)

  const late = await resetMail()
  minutes(60)
  await deliver(late.id)
  minutes(11)
  expect((await late.use()).body.code).toBe('invalid_reset')
})

test('a link whose mail was never delivered ends with its time', async () => {
  const { use } = await resetMail()
  minutes(11)
  expect((await use()).body.code).toBe('invalid_reset')
})

test('a sign-up link may wait two days for the mail server', async () => {
  await t.ask('POST /api/register/email/', { body: { email: 'machi@example.jp' } })
  const { id, token } = await waitingMail()
  minutes(48 * 60)
  await deliver(id)
  minutes(23 * 60)
  const body = { email: 'machi@example.jp', password: 'umi-no-kaze-2026', name: '海野 風香', token }
  expect((await t.ask('POST /api/signup/', { body })).status).toBe(201)
})
