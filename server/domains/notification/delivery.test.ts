import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allTasks } from '#server/jobs'
import { createSmtpTransport } from '#server/platform/mail'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { type LineServer, startLineServer } from '../../../tests/support/line-server.ts'
import { startSmtp } from '../../../tests/support/smtp-server.ts'
import { apply, offered } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let line: LineServer
const hour = 3_600_000
const lineUser = `U${'7'.repeat(32)}`

beforeAll(async () => {
  line = await startLineServer()
  t = await testApp({ config: { line: line.config } })
  w = await makeWorld(t)
})
afterAll(async () => {
  await t.close()
  await line.close()
})
beforeEach(async () => {
  line.fail(undefined)
  line.befriend(lineUser)
  await t.runJobs()
  await t.pool.query('delete from notification_choice')
  await t.pool.query('delete from line_user')
  line.delivered.length = 0
  t.outbox.length = 0
  // Hours have passed.
  for (const person of [w.hanako, w.taro, w.aoyama.staff]) Object.assign(person, await signIn(t, person))
})

async function linkHanako(isFriend = true): Promise<void> {
  const at = t.clock.now().toISOString()
  await t.db
    .insertInto('line_user')
    .values({
      line_user_id: lineUser,
      account_id: w.hanako.account_id,
      linked_at: at,
      is_friend: isFriend,
      changed_at: at,
    })
    .execute()
}

const choose = (kind: string, channel: string, is_on: boolean) =>
  t.ask('PATCH /api/notifications/channels/', {
    token: w.hanako.token,
    body: { kind, channel, is_on },
  })

describe('mail', () => {
  test('waits while the server is away for hours, and then arrives once', async () => {
    const first = await startSmtp()
    await first.close()
    const { mail } = t.tools
    t.tools.mail = createSmtpTransport({
      url: `smtp://127.0.0.1:${first.port}`,
      from: 'おくる <info@okuru.example>',
      timeout: 500,
    })
    try {
      await apply(t, w)
      for (let waited = 0; waited < 5; waited++) {
        await t.runJobs()
        t.clock.forward(hour)
      }
      const waiting = await t.pool.query(
        'select count(*)::int as count from mail where sent_at is null and failed_at is null',
      )
      expect(waiting.rows[0].count).toBeGreaterThan(0)

      const back = await startSmtp(first.port)
      t.clock.forward(10 * 60_000)
      await t.runJobs()
      t.clock.forward(hour)
      await t.runJobs()
      expect(back.received.map(({ to }) => to)).toEqual(Array(waiting.rows[0].count).fill(w.hanako.email))
      const left = await t.pool.query("select id from mail where sent_at is null or body <> '' or html <> ''")
      expect(left.rows).toEqual([])
      await back.close()
    } finally {
      t.tools.mail = mail
    }
  })

  test('sent twice because the first response was lost, it is the same message to mail programs', async () => {
    const smtp = await startSmtp()
    const { mail } = t.tools
    t.tools.mail = createSmtpTransport({
      url: `smtp://127.0.0.1:${smtp.port}`,
      from: 'おくる <info@okuru.example>',
      timeout: 500,
    })
    try {
      smtp.onMail(() => undefined)
      await apply(t, w)
      await t.runJobs()
      expect(smtp.received.length).toBeGreaterThan(0)
      t.clock.forward(10 * 60_000)
      await t.runJobs()
      const ids = smtp.received.map(({ id }) => id)
      expect(ids.length).toBeGreaterThan(1)
      expect(new Set(ids).size).toBeLessThan(ids.length)
      expect(ids[0]).toMatch(/^<mail-\d+-\d+@127\.0\.0\.1>$/)
    } finally {
      t.tools.mail = mail
      await smtp.close()
      t.clock.forward(10 * 60_000)
      await t.runJobs()
    }
  })

  test('that the server refuses for good is not tried again, and holds no text', async () => {
    const { mail } = t.tools
    const { MailError } = await import('#server/platform/mail')
    let attempts = 0
    t.tools.mail = {
      send: async () => {
        attempts += 1
        throw new MailError('the mail server answered 550', false)
      },
    }
    await apply(t, w)
    await t.runJobs()
    t.clock.forward(hour)
    await t.runJobs()
    t.tools.mail = mail
    expect(attempts).toBe(1)
    const { rows } = await t.pool.query(
      'select body, html, failure, sent_at from mail order by id desc limit 1',
    )
    expect(rows).toEqual([{ body: '', html: '', failure: 'the mail server answered 550', sent_at: null }])
  })
})

describe('LINE', () => {
  test('brings the same message once beside the mail, with the button to go on', async () => {
    await linkHanako()
    const box = await offered(t, w)
    await t.runJobs()
    const told = line.delivered.filter(({ altText }) => altText.includes('査定結果をご確認ください'))
    expect(told).toEqual([
      {
        to: lineUser,
        altText: expect.stringContaining(`お申し込み番号 ${box.id}`),
        uri: expect.stringContaining(`/requests/${box.id}/result`),
      },
    ])
    expect(t.outbox.filter(({ subject }) => subject.includes('査定結果'))).toHaveLength(1)
    const { rows } = await t.pool.query("select id from line_message where sent_at is null or text <> ''")
    expect(rows).toEqual([])
    // The job again, as after a process that died before it noted the delivery.
    const sent = await t.pool.query('select max(id)::int as id from line_message')
    await t.pool.query("update line_message set sent_at = null, text = 'x' where id = $1", [sent.rows[0].id])
    const before = line.delivered.length
    await allTasks(t.db, t.tools)['notification.line_send']({ message: sent.rows[0].id })
    expect(line.delivered.length).toBe(before)
  })

  test('goes to nobody who blocked the account or unlinked; the mail comes anyway', async () => {
    await linkHanako(false)
    await apply(t, w)
    await t.runJobs()
    expect(line.delivered).toEqual([])
    expect(t.outbox.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('お申し込みを受け付けました'),
    ])
  })

  test('a message that LINE refuses, or cannot take for hours, is mailed to who gave up the mail', async () => {
    await linkHanako()
    expect((await choose('progress', 'mail', false)).status).toBe(200)
    line.fail((_request, response) => {
      response.writeHead(400).end('{"message":"no"}')
      return true
    })
    await apply(t, w)
    await t.runJobs()
    expect(line.delivered).toEqual([])
    expect(t.outbox).toHaveLength(1)

    line.fail((_request, response) => {
      response.writeHead(429).end('{"message":"You have reached your monthly limit."}')
      return true
    })
    await apply(t, w)
    await expect(t.runJobs()).rejects.toThrow('LINE responded 429')
    const { rows } = await t.pool.query('select max(id)::int as id from line_message')
    const send = () => allTasks(t.db, t.tools)['notification.line_send']({ message: rows[0].id })
    t.clock.forward(2 * hour)
    await expect(send()).rejects.toThrow('LINE responded 429')
    expect(t.outbox).toHaveLength(1)
    t.clock.forward(2 * hour)
    await send()
    await send()
    await t.runJobs()
    expect(t.outbox).toHaveLength(2)
    expect(t.outbox[1]?.text).toContain('お申し込み番号')
  })
})

describe('the identity check by LINE', () => {
  const ask = (body: object, token = w.taro.token) => t.ask('POST /api/ekyc/line/', { token, body })
  const linkTaro = () =>
    t.db
      .insertInto('line_user')
      .values({
        line_user_id: lineUser,
        account_id: w.taro.account_id,
        linked_at: t.clock.now().toISOString(),
        is_friend: true,
        changed_at: t.clock.now().toISOString(),
      })
      .execute()

  test('goes to the linked LINE user, and to nobody that the caller names', async () => {
    expect((await ask({})).body.code).toBe('line_friend_first')
    await linkTaro()
    expect((await ask({ line_user_id: `U${'9'.repeat(32)}` })).body.code).toBe('line_friend_first')
    expect((await ask({ customer: w.hanako.id })).status).toBe(400)
    await t.runJobs()
    expect(line.delivered).toEqual([])
  })

  test('sends the address of the session that it opens, once a call', async () => {
    await linkHanako()
    await t.pool.query(
      "update identification set cleared_at = $1, cleared_reason = 'x' where customer_id = $2",
      [t.clock.now(), w.hanako.id],
    )
    await apply(t, w)
    await t.runJobs()
    line.delivered.length = 0
    t.outbox.length = 0
    const opened = await ask({ line_user_id: lineUser }, w.hanako.token)
    expect([opened.status, opened.body]).toEqual([
      201,
      { id: expect.any(Number), url: expect.stringContaining('/identity/'), ekyc_status: expect.any(Number) },
    ])
    await t.runJobs()
    expect(line.delivered).toEqual([
      { to: lineUser, altText: expect.stringContaining('本人確認のご案内'), uri: opened.body.url },
    ])
    expect(t.outbox).toEqual([])
  })
})

describe('the identity check by LINE while LINE is down', () => {
  async function opened() {
    t.clock.forward(60_000)
    await linkHanako()
    await t.pool.query(
      "update identification set cleared_at = coalesce(cleared_at, $1), cleared_reason = 'x' where customer_id = $2",
      [t.clock.now(), w.hanako.id],
    )
    await apply(t, w)
    await t.runJobs()
    line.delivered.length = 0
    t.outbox.length = 0
    line.fail((_request, response) => {
      response.writeHead(503).end('{}')
      return true
    })
    const { token } = w.hanako
    const session = await t.ask('POST /api/ekyc/line/', { token, body: {} })
    expect(session.status).toBe(201)
    await expect(t.runJobs()).rejects.toThrow('LINE responded 503')
    const { rows } = await t.pool.query('select max(id)::int as id from line_message')
    const send = () => allTasks(t.db, t.tools)['notification.line_send']({ message: rows[0].id })
    return { session: session.body, token, send }
  }

  test('opens, goes on without LINE, and its address arrives once when LINE is back', async () => {
    const { session, token, send } = await opened()
    expect((await t.ask(`GET /api/ekyc/sessions/${session.id}/`, { token })).status).toBe(200)
    t.clock.forward(60_000)
    expect((await t.ask('POST /api/ekyc/line/', { token, body: {} })).body.id).toBe(session.id)
    line.fail(undefined)
    await send()
    await send()
    await t.runJobs()
    const sent = line.delivered.filter(({ uri }) => uri === session.url)
    // One for each of the two calls.
    expect(sent).toHaveLength(2)
    expect(t.outbox).toEqual([])
  })

  test('down for hours: the address comes by mail', async () => {
    const { session, send } = await opened()
    t.clock.forward(4 * hour)
    await send()
    await t.runJobs()
    expect(line.delivered).toEqual([])
    expect(t.outbox).toHaveLength(1)
    expect(t.outbox[0]?.to).toBe(w.hanako.email)
    expect(t.outbox[0]?.text).toContain(session.url)
  })
})

describe('channels', () => {
  test('are chosen by kind; the inbox holds everything', async () => {
    await linkHanako()
    await choose('progress', 'mail', false)
    const after = await choose('progress', 'line', false)
    expect(after.body.kinds).toContainEqual({
      kind: 'progress',
      mail: false,
      line: false,
      is_required: false,
    })
    expect(after.body).toMatchObject({ has_mail: true, has_line: true })
    await apply(t, w)
    await t.runJobs()
    expect([t.outbox.length, line.delivered.length]).toEqual([0, 0])
    const { rows } = await t.pool.query('select title from notification order by id desc limit 1')
    expect(rows[0].title).toBe('お申し込みを受け付けました')
  })

  test('contracts, money and safety keep their mail', async () => {
    for (const kind of ['deal', 'safety']) {
      const refused = await choose(kind, 'mail', false)
      expect([refused.status, refused.body.code]).toEqual([400, 'message_required'])
      expect((await choose(kind, 'line', false)).status).toBe(200)
    }
  })

  test('two devices that switch different channels at once both count', async () => {
    await Promise.all([choose('reminder', 'mail', false), choose('reminder', 'line', false)])
    const { body } = await t.ask('GET /api/notifications/channels/', { token: w.hanako.token })
    expect(body.kinds).toContainEqual({ kind: 'reminder', mail: false, line: false, is_required: false })
    expect(
      (await t.ask('GET /api/notifications/channels/', { token: w.taro.token })).body.kinds,
    ).toContainEqual({
      kind: 'reminder',
      mail: true,
      line: true,
      is_required: false,
    })
  })
})
