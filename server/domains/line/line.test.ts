import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { allTasks } from '#server/jobs'
import type { CustomerActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { someoneWaits, type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  type LineServer,
  lineEvent,
  sendWebhook,
  startLineServer,
} from '../../../tests/support/line-server.ts'
import { makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { lineLinkOf, linkLine, lockLinks } from './line.service.ts'

let t: TestApp
let w: World
let line: LineServer

beforeAll(async () => {
  line = await startLineServer()
  t = await testApp({ config: { line: line.config } })
  w = await makeWorld(t)
})
afterAll(async () => {
  await t.close()
  await line.close()
})
afterEach(() => line.fail(undefined))

let users = 0
function newFriend(): string {
  const user = `U${String(++users).padStart(32, '0')}`
  line.befriend(user)
  return user
}

const hook = (...events: object[]) => sendWebhook(t, line, events)
const sentTo = (user: string) => line.delivered.filter(({ to }) => to === user)
const linkOf = async (person: Person) => {
  const { token } = await signIn(t, person)
  const { body } = await t.ask('GET /api/account/line/', { token })
  return body
}
const eventRows = async () =>
  (await t.pool.query('select count(*)::int as count from line_event')).rows[0].count

/** From the friend to the linked account, as a person does it. */
async function link(person: Person, user = newFriend()): Promise<string> {
  await hook(lineEvent('follow', user))
  await t.runJobs()
  const token = new URL(sentTo(user).at(-1)?.uri ?? '').searchParams.get('token')
  const started = await t.ask('POST /api/account/line/', {
    token: (await signIn(t, person)).token,
    body: { link_token: token },
  })
  expect(started.status).toBe(200)
  await hook(lineEvent('accountLink', user, { link: line.confirm(started.body.confirm_url, user) }))
  await t.runJobs()
  return user
}

describe('the webhook', () => {
  const url = 'POST /api/ekyc/line/webhook/'
  const type = { 'content-type': 'application/json' }

  test('responds to an empty list, which LINE sends to check the address', async () => {
    expect(await hook()).toMatchObject({ status: 200, body: {} })
  })

  test('refuses what is not signed over exactly these bytes, and takes nothing of it', async () => {
    const before = await eventRows()
    const body = JSON.stringify({
      events: [{ ...lineEvent('follow', newFriend()), timestamp: t.clock.now().getTime() }],
    })
    const good = line.signature(body)
    for (const signature of [undefined, '', 'nonsense', good.toLowerCase(), line.signature(`${body} `)]) {
      const headers = { ...type, ...(signature === undefined ? {} : { 'x-line-signature': signature }) }
      const refused = await t.ask(url, { body, headers })
      expect([refused.status, refused.body.code]).toEqual([400, 'signature_invalid'])
    }
    const changed = await t.ask(url, {
      body: body.replace('follow', 'unfollow'),
      headers: { ...type, 'x-line-signature': good },
    })
    expect(changed.status).toBe(400)
    expect(await eventRows()).toBe(before)
  })

  test('refuses huge bodies before it looks at them', async () => {
    const body = JSON.stringify({ events: [], padding: 'x'.repeat(1_100_000) })
    const headers = { ...type, 'x-line-signature': line.signature(body) }
    expect((await t.ask(url, { body, headers })).status).toBe(413)
  })

  test('takes an event once: redelivered, replayed, in one body twice, and at the same time', async () => {
    const user = newFriend()
    const follow = lineEvent('follow', user)
    const before = await eventRows()
    const again = { ...follow, deliveryContext: { isRedelivery: true } }
    const all = await Promise.all([hook(follow), hook(again, follow), hook(again), hook(follow, follow)])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await eventRows()).toBe(before + 1)
    await t.runJobs()
    await hook(again)
    await t.runJobs()
    expect(sentTo(user)).toHaveLength(1)
  })

  test('ignores old events, whose keys are no longer known, and kinds it does not use', async () => {
    const before = await eventRows()
    const user = newFriend()
    const old = t.clock.now().getTime() - 8 * 86_400_000
    const events = [
      { ...lineEvent('follow', user), timestamp: old },
      lineEvent('beacon', user),
      { ...lineEvent('follow', user), mode: 'standby' },
      { ...lineEvent('follow', user), source: { type: 'group', groupId: 'C1' } },
      { ...lineEvent('follow', user), webhookEventId: 5 },
      { type: 'follow' },
      {},
    ]
    expect((await hook(...events)).status).toBe(200)
    expect(await eventRows()).toBe(before)
    for (const body of ['{"events":5}', '{"events":[1]}', '[]']) {
      const headers = { ...type, 'x-line-signature': line.signature(body) }
      expect((await t.ask(url, { body, headers })).status).toBe(400)
    }
  })

  test('one job waits for a wave of events, and one that fails holds up no other', async () => {
    const [broken, whole] = [newFriend(), newFriend()]
    await t.pool.query(
      `alter table line_user add constraint broken check (line_user_id <> '${broken}') not valid`,
    )
    const waiting = async () =>
      (
        await t.pool.query(
          `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'line.events'`,
        )
      ).rows[0].n
    for (const user of [broken, whole]) expect((await hook(lineEvent('follow', user))).status).toBe(200)
    expect(await waiting()).toBe(1)
    await t.runJobs()
    expect(await waiting()).toBe(0)
    expect([sentTo(broken).length, sentTo(whole).length]).toEqual([0, 1])

    await t.pool.query('alter table line_user drop constraint broken')
    await hook(lineEvent('unfollow', whole))
    await t.runJobs()
    expect(sentTo(broken)).toHaveLength(1)
  })

  test('many that always fail do not hide the later ones', async () => {
    const broken = newFriend()
    const whole = newFriend()
    await t.pool.query(
      `alter table line_user add constraint broken check (line_user_id <> '${broken}') not valid`,
    )
    const now = t.clock.now().getTime()
    for (let batch = 0; batch < 6; batch++)
      await hook(
        ...Array.from({ length: 100 }, () => ({ ...lineEvent('follow', broken), timestamp: now - 1_000 })),
      )
    await hook(lineEvent('follow', whole))
    await t.runJobs()
    expect(sentTo(whole)).toHaveLength(1)
    await t.pool.query('alter table line_user drop constraint broken')
    await t.pool.query('delete from line_event where done_at is null')
  })

  test('keeps no person once an event is done', async () => {
    await hook(lineEvent('follow', newFriend()))
    await t.runJobs()
    const { rows } = await t.pool.query(
      'select * from line_event where line_user_id is not null or nonce is not null',
    )
    expect(rows).toEqual([])
  })
})

describe('linking', () => {
  test('a friend gets a link, confirms as signed-in customer and at LINE, and hears of it', async () => {
    const user = await link(w.hanako)
    expect(await linkOf(w.hanako)).toMatchObject({ is_offered: true, is_recorded: false, is_friend: true })
    expect((await linkOf(w.hanako)).linked_at).not.toBeNull()
    expect(t.outbox.at(-1)).toMatchObject({ to: w.hanako.email, subject: '【おくる】LINEと連携しました' })
    expect(sentTo(user)[0]?.uri).toContain('/line/link?token=')
  })

  test('somebody else who opens the link does not link their LINE, and a nonce works once', async () => {
    const [mine, theirs] = [newFriend(), newFriend()]
    await hook(lineEvent('follow', mine))
    await t.runJobs()
    const token = new URL(sentTo(mine).at(-1)?.uri ?? '').searchParams.get('token')
    const { token: bearer } = await signIn(t, w.taro)
    const start = () => t.ask('POST /api/account/line/', { token: bearer, body: { link_token: token } })
    expect(line.confirm((await start()).body.confirm_url, theirs)).toBeUndefined()

    const nonce = new URL((await start()).body.confirm_url).searchParams.get('nonce')
    await hook(lineEvent('accountLink', theirs, { link: { result: 'failed', nonce } }))
    await hook(lineEvent('accountLink', theirs, { link: { result: 'ok', nonce: 'guessed-nonce-000000' } }))
    await t.runJobs()
    expect((await linkOf(w.taro)).linked_at).toBeNull()
    await hook(lineEvent('accountLink', mine, { link: { result: 'ok', nonce } }))
    await t.runJobs()
    await hook(lineEvent('accountLink', theirs, { link: { result: 'ok', nonce } }))
    await t.runJobs()
    const { rows } = await t.pool.query('select line_user_id from line_user where account_id = $1', [
      w.taro.account_id,
    ])
    expect(rows).toEqual([{ line_user_id: mine }])
  })

  test('a nonce is worthless after ten minutes', async () => {
    const user = newFriend()
    const { token } = await signIn(t, w.hanako)
    const before = await t.pool.query('select line_user_id from line_user where account_id = $1', [
      w.hanako.account_id,
    ])
    const { body } = await t.ask('POST /api/account/line/', { token, body: { link_token: 'given' } })
    t.clock.forward(11 * 60_000)
    const nonce = new URL(body.confirm_url).searchParams.get('nonce')
    await hook(lineEvent('accountLink', user, { link: { result: 'ok', nonce } }))
    await t.runJobs()
    const after = await t.pool.query('select line_user_id from line_user where account_id = $1', [
      w.hanako.account_id,
    ])
    expect(after.rows).toEqual(before.rows)
  })

  test('the newest link counts, for the account and for the LINE user', async () => {
    const first = await link(w.hanako)
    const second = await link(w.hanako)
    const taro = await signIn(t, w.taro)
    const started = await t.ask('POST /api/account/line/', {
      token: taro.token,
      body: { link_token: 'given' },
    })
    const nonce = new URL(started.body.confirm_url).searchParams.get('nonce')
    await hook(lineEvent('accountLink', second, { link: { result: 'ok', nonce } }))
    await t.runJobs()
    const { rows } = await t.pool.query(
      'select line_user_id, account_id from line_user where line_user_id = any($1) order by line_user_id',
      [[first, second]],
    )
    expect(rows).toEqual([
      { line_user_id: first, account_id: null },
      { line_user_id: second, account_id: w.taro.account_id },
    ])
    expect((await linkOf(w.hanako)).linked_at).toBeNull()
  })

  test('who signs in with LINE is linked by adding the friend', async () => {
    const user = newFriend()
    const { token } = await signIn(t, w.hanako)
    const friendFirst = await t.ask('POST /api/account/line/', { token, body: {} })
    expect(friendFirst.body.code).toBe('line_friend_first')
    await t.db
      .insertInto('provider_account')
      .values({
        account_id: w.hanako.account_id,
        provider: 'line',
        subject: user,
        linked_at: t.clock.now().toISOString(),
      })
      .execute()
    await hook(lineEvent('follow', user))
    await t.runJobs()
    expect(await linkOf(w.hanako)).toMatchObject({ is_friend: true, linked_at: expect.any(String) })
    expect(sentTo(user).map(({ uri }) => uri)).not.toContainEqual(expect.stringContaining('/line/link'))
    // Unlinked and linked again from the page: no message is needed, because LINE has told both already.
    const again = await signIn(t, w.hanako)
    expect((await t.ask('DELETE /api/account/line/', { token: again.token })).status).toBe(204)
    expect((await linkOf(w.hanako)).linked_at).toBeNull()
    const back = await t.ask('POST /api/account/line/', { token: again.token, body: {} })
    expect(back.body).toMatchObject({ confirm_url: null, linked_at: expect.any(String) })
  })

  test('both of two people at once end with one link each way', async () => {
    const users = [newFriend(), newFriend()]
    const start = async (person: Person) => {
      const { token } = await signIn(t, person)
      const { body } = await t.ask('POST /api/account/line/', { token, body: { link_token: 'given' } })
      return new URL(body.confirm_url).searchParams.get('nonce')
    }
    const nonces = [await start(w.hanako), await start(w.taro), await start(w.hanako), await start(w.taro)]
    const [a, b] = users as [string, string]
    const pairs = [a, a, b, b].map((user, index) =>
      lineEvent('accountLink', user, { link: { result: 'ok', nonce: nonces[index] } }),
    )
    await hook(...pairs)
    const handle = () => allTasks(t.db, t.tools)['line.events']({})
    await Promise.all([handle(), handle(), handle()])
    const { rows } = await t.pool.query('select account_id from line_user where line_user_id = any($1)', [
      users,
    ])
    const linked = rows.map((row) => row.account_id).filter((id) => id !== null)
    expect(new Set(linked).size).toBe(linked.length)
    expect(linked.length).toBeGreaterThan(0)
  })

  test('an event that waits for a link under way holds up no other of that person', async () => {
    const user = newFriend()
    await hook(lineEvent('message', user, { message: { type: 'text', text: 'a' } }))
    await t.runJobs()
    const { token } = await signIn(t, w.hanako)
    const { body } = await t.ask('POST /api/account/line/', { token, body: { link_token: 'given' } })
    const nonce = new URL(body.confirm_url).searchParams.get('nonce')
    await hook(lineEvent('accountLink', user, { link: { result: 'ok', nonce } }))
    const handled = await inTransaction(t.db, async (tx) => {
      await lockLinks(tx)
      const waiting = t.runJobs()
      await someoneWaits(t)
      await t.pool.query('select from line_user where line_user_id = $1 for update nowait', [user])
      return { waiting }
    })
    await handled.waiting
    expect((await linkOf(w.hanako)).linked_at).not.toBeNull()
  })

  test('leaves with the customer', async () => {
    const user = await link(w.taro)
    const { token } = await signIn(t, w.taro)
    await t.ask('POST /api/account/line/', { token, body: { link_token: 'given' } })
    expect((await t.ask(`DELETE /api/customers/${w.taro.id}/`, { token })).status).toBe(204)
    const { rows } = await t.pool.query(
      'select line_user_id from line_user where line_user_id = $1 union all select nonce_hash from line_link where account_id = $2',
      [user, w.taro.account_id],
    )
    expect(rows).toEqual([])
  })
})

describe('the chat', () => {
  test('follow and unfollow count by their time, not by their arrival', async () => {
    const user = await link(w.hanako)
    const now = t.clock.now().getTime()
    await hook({ ...lineEvent('unfollow', user), timestamp: now + 2_000 })
    await hook({ ...lineEvent('follow', user), timestamp: now + 1_000 })
    await t.runJobs()
    expect((await linkOf(w.hanako)).is_friend).toBe(false)
    await hook({ ...lineEvent('follow', user, { follow: { isUnblocked: true } }), timestamp: now + 3_000 })
    await t.runJobs()
    expect((await linkOf(w.hanako)).is_friend).toBe(true)
    expect(sentTo(user).at(-1)?.altText).toContain('LINEでのお知らせを始めます')
  })

  test('of a follow and an unfollow in the same millisecond the unfollow counts, in either order', async () => {
    for (const kinds of [
      ['follow', 'unfollow'],
      ['unfollow', 'follow'],
    ]) {
      const user = await link(w.hanako)
      const timestamp = t.clock.now().getTime() + 1_000
      for (const kind of kinds) {
        await hook({ ...lineEvent(kind, user), timestamp })
        await t.runJobs()
      }
      expect((await linkOf(w.hanako)).is_friend, kinds.join()).toBe(false)
    }
  })

  test('responds to one of many messages', async () => {
    const user = await link(w.hanako)
    const before = sentTo(user).length
    for (let count = 0; count < 4; count++) {
      t.clock.forward(60_000)
      await hook(lineEvent('message', user, { message: { type: 'text', text: 'いつ届きますか' } }))
      await t.runJobs()
    }
    expect(sentTo(user).length).toBe(before + 1)
    t.clock.forward(3 * 3_600_000)
    await hook(lineEvent('message', user))
    await t.runJobs()
    expect(sentTo(user).length).toBe(before + 2)
  })

  test('a stranger cannot use up the messages of the month', async () => {
    const user = newFriend()
    for (let count = 0; count < 4; count++) {
      for (const kind of ['follow', 'message', 'unfollow']) {
        await hook(lineEvent(kind, user))
        await t.runJobs()
        t.clock.forward(1000)
      }
    }
    expect(sentTo(user).length).toBe(1)
    t.clock.forward(10 * 60_000)
    await hook(lineEvent('follow', user))
    await t.runJobs()
    expect(sentTo(user).length).toBe(2)
  })

  test('a response survives LINE being down, and is sent once', async () => {
    const user = newFriend()
    const follow = lineEvent('follow', user)
    await hook(follow)
    line.fail((_request, response) => {
      response.writeHead(500).end('{}')
      return true
    })
    await expect(t.runJobs()).rejects.toThrow('LINE responded 500')
    line.fail(undefined)
    const run = () =>
      allTasks(t.db, t.tools)['line.respond']({ event: follow.webhookEventId, response: 'invitation' })
    await run()
    await run()
    expect(sentTo(user)).toHaveLength(1)
  })

  test('a person who blocks the account meanwhile is no error', async () => {
    const user = newFriend()
    await hook(lineEvent('follow', user))
    line.block(user)
    await t.runJobs()
    expect(sentTo(user)).toEqual([])
  })
})

describe('while LINE is down', () => {
  const down = (how: 'responds 503' | 'is cut') =>
    line.fail((_request, response) => {
      if (how === 'is cut') response.destroy()
      else response.writeHead(503).end('{}')
      return true
    })
  const newPerson = async (): Promise<Person> => {
    const made = await makeCustomerAccount(t.db, t.tools)
    const { account_id, customer_id: id, email } = made
    return { account_id, id, email, name: '', ...(await signIn(t, made)) }
  }
  const ask = async (person: Person, body: object) =>
    t.ask('POST /api/account/line/', { token: (await signIn(t, person)).token, body })

  test.each(['responds 503', 'is cut'] as const)(
    'and %s, a new friend gets no link yet, is told what to do, and links by the one that comes later',
    async (how) => {
      const person = await newPerson()
      const user = newFriend()
      const follow = lineEvent('follow', user)
      await hook(follow)
      down(how)
      await expect(t.runJobs()).rejects.toMatchObject({ name: 'LineError', temporary: true })
      const early = await ask(person, {})
      expect([early.status, early.body.code]).toEqual([400, 'line_friend_first'])
      expect(await linkOf(person)).toMatchObject({ is_offered: true, linked_at: null })

      line.fail(undefined)
      await allTasks(t.db, t.tools)['line.respond']({ event: follow.webhookEventId, response: 'invitation' })
      expect(sentTo(user)).toHaveLength(1)
      const link_token = new URL(sentTo(user)[0]?.uri ?? '').searchParams.get('token')
      const started = await ask(person, { link_token })
      await hook(lineEvent('accountLink', user, { link: line.confirm(started.body.confirm_url, user) }))
      await t.runJobs()
      expect(await linkOf(person)).toMatchObject({ linked_at: expect.any(String), is_friend: true })
    },
  )

  test('the link is started without LINE, holds when LINE confirms it, and is told when LINE is back', async () => {
    const person = await newPerson()
    const user = newFriend()
    await hook(lineEvent('follow', user))
    await t.runJobs()
    const link_token = new URL(sentTo(user)[0]?.uri ?? '').searchParams.get('token')
    down('responds 503')
    const asked = line.attempts.count
    const started = await ask(person, { link_token })
    expect([started.status, line.attempts.count]).toEqual([200, asked])
    expect(await linkOf(person)).toMatchObject({ linked_at: null })

    await hook(lineEvent('accountLink', user, { link: line.confirm(started.body.confirm_url, user) }))
    await expect(t.runJobs()).rejects.toMatchObject({ name: 'LineError', temporary: true })
    expect(await linkOf(person)).toMatchObject({ linked_at: expect.any(String), is_friend: true })
    line.fail(undefined)
    const { rows } = await t.pool.query('select id from line_message where sent_at is null')
    expect(rows).toHaveLength(1)
    await allTasks(t.db, t.tools)['notification.line_send']({ message: rows[0].id })
    expect(sentTo(user)).toHaveLength(2)
  })
})

describe('without a channel', () => {
  test('development links at once and says that it only records; production offers nothing', async () => {
    const away = await testApp()
    const world = await makeWorld(away)
    const { token } = world.hanako
    const linked = await away.ask('POST /api/account/line/', { token, body: {} })
    expect(linked.body).toMatchObject({ is_recorded: true, linked_at: expect.any(String), confirm_url: null })
    expect((await sendWebhook(away, line, [])).status).toBe(400)
    const nothing = { line: null }
    expect(await lineLinkOf(away.db, world.taro.account_id, nothing)).toMatchObject({ is_offered: false })
    await expect(linkLine(away.db, {} as CustomerActor, undefined, nothing)).rejects.toMatchObject({
      code: 'line_not_offered',
    })
    await away.close()
  })
})
