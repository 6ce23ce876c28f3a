import { afterAll, beforeAll, expect, test } from 'vitest'
import { factoryPassword } from '#server/domains/account/account.factory'
import { readOperator, setUpOperator } from '#server/setup-operator'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply } from '../../../tests/support/steps.ts'
import { makeWorld } from '../../../tests/support/world.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const shown = async (app: TestApp) => (await app.ask('GET /api/operator/')).body.operator
const register = (app: TestApp, email: string) => app.ask('POST /api/register/email/', { body: { email } })

test('before the set-up nobody is named, and after it who was entered', async () => {
  expect(await shown(t)).toBeNull()
  await register(t, 'early@example.jp')
  await t.runJobs()
  expect(t.outbox.at(-1)?.text).toContain('運営会社は準備中のため、まだ登録されていません')

  const house = readOperator(
    new Map([
      ['--name', ['北風運営合同会社']],
      ['--representative', ['北風 太一']],
      ['--postal-code', ['060-0042']],
      ['--address', ['北海道札幌市中央区大通西1-2-3']],
      ['--phone', ['011-222-3333']],
      ['--user', ['北風 太一 <taichi@example.jp>', '南風 花 <hana@example.jp>']],
    ]),
  )
  if (Array.isArray(house)) throw new Error(house.join())
  expect(await setUpOperator({ db: t.db, tools: t.tools }, house)).toMatchObject({ done: true })
  expect(await shown(t)).toEqual({
    name: '北風運営合同会社',
    representative: '北風 太一',
    postal_code: '0600042',
    address: '北海道札幌市中央区大通西1-2-3',
    phone: '0112223333',
  })
  await register(t, 'late@example.jp')
  await t.runJobs()
  expect(t.outbox.at(-1)?.text).toContain('運営: 北風運営合同会社\n〒060-0042 北海道札幌市中央区大通西1-2-3')
})

test('every kind of mail is signed by the operator, once', async () => {
  const site = await testApp()
  try {
    const world = await makeWorld(site)
    const { token } = world.hanako
    const email = world.hanako.email
    await register(site, 'new@example.jp')
    await register(site, email)
    await site.ask('POST /api/reset-password/', { body: { email } })
    await apply(site, world)
    await site.ask('POST /api/account/email', {
      token,
      body: { email: 'moved@example.jp', current_password: factoryPassword },
    })
    await site.ask('POST /api/auth/jwt/code/', { body: { email } })
    await site.ask(`POST /api/biz/companies/${world.operator.company}/users/`, {
      token: world.operator.operator.token,
      body: { email: 'shinjin@okuru.example.jp', name: '新人 一', role: 'staff' },
    })
    const contact = { name: '客', email: 'guest@example.jp', body: '教えてください。' }
    await site.ask('POST /api/contact/', { body: contact })
    await site.runJobs()
    const subjects = site.outbox.map(({ subject }) => subject)
    expect(new Set(subjects).size).toBeGreaterThanOrEqual(7)
    for (const { subject, text } of site.outbox)
      expect(text.split('運営: おくる運営株式会社'), subject).toHaveLength(2)
  } finally {
    await site.close()
  }
})
