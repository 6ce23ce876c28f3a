import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { answer, offered } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const copy = (token: string) => t.ask('POST /api/account/copy/', { token })

test('holds everything of the own, down to the articles, and nothing of anybody else', async () => {
  const box = await offered(t, w)
  const [slug] = box.slugs
  await answer(t, box, { decisions: [{ slug, decision: 'sell' }] })
  await t.runJobs()
  const { token } = await signIn(t, w.hanako)
  const { status, body } = await copy(token)
  expect(status).toBe(200)
  expect(body.account).toMatchObject({ email: w.hanako.email, is_email_auth: true, providers: [] })
  expect(body.account.devices.length).toBeGreaterThan(0)
  expect(body.customer).toMatchObject({ id: w.hanako.id })
  expect(body.requests.map(({ id }: { id: number }) => id)).toContain(box.id)
  const result = body.assessments.find(
    ({ purchase_request: id }: { purchase_request: number }) => id === box.id,
  )
  expect(result.items.length).toBeGreaterThan(0)
  expect(JSON.stringify(result.items)).toMatch(/\/files\//)
  expect(body.consents.map(({ purchase_request: id }: { purchase_request: number }) => id)).toContain(box.id)
  expect(body.messages.length).toBeGreaterThan(0)
  expect(body.mails.every(({ to_address }: { to_address: string }) => to_address === w.hanako.email)).toBe(
    true,
  )

  const { token: other } = await signIn(t, w.taro)
  const theirs = JSON.stringify((await copy(other)).body)
  expect(theirs).not.toContain(w.hanako.email)
  expect(theirs).not.toContain(slug)
})

test('is recorded, and the record is part of the next copy', async () => {
  const { token } = await signIn(t, w.taro)
  await copy(token)
  const { body } = await copy(token)
  const copies = body.activity.filter(({ action }: { action: string }) => action === 'account.copy_own_data')
  expect(copies.length).toBeGreaterThanOrEqual(2)
})

test('wants a fresh sign-in, and is not for the staff', async () => {
  const { refresh } = await signIn(t, w.hanako)
  t.clock.forward(11 * 60_000)
  const { access } = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body
  const stale = await copy(access)
  expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication_required'])
  expect((await copy((await signIn(t, w.aoyama.staff)).token)).status).toBe(403)
  expect((await t.ask('POST /api/account/copy/')).status).toBe(401)
})

test('its number is limited', async () => {
  t.clock.forward(60 * 60_000)
  const { token } = await signIn(t, w.hanako)
  const statuses = []
  for (let count = 0; count < 40 && statuses.at(-1) !== 429; count++)
    statuses.push((await copy(token)).status)
  expect(statuses.at(-1)).toBe(429)
})
