import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { createSharedThrottle } from './shared-throttle.ts'
import {
  createSignInGuard,
  type SignInGuard,
  triesOnOneAccount,
  wrongTriesFromOneAddress,
  wrongTriesOnOneAccount,
} from './sign-in-guard.ts'

let t: TestApp
let guard: SignInGuard
beforeAll(async () => {
  t = await testApp()
  guard = createSignInGuard(createSharedThrottle(t.db, t.tools.keys.mark))
})
afterAll(() => t.close())
beforeEach(() => t.pool.query('delete from rate_limit'))

const address = 'customer hanako@example.jp'
const times = (count: number, work: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Failed tries from many networks, so that only the account's limit counts them. */
const guessFromEverywhere = (count: number) =>
  times(count, (index) => guard.admit({ address, ip: `198.51.100.${index}` }))

test('wrong tries on one account from one network stop soon, and only there', async () => {
  const stranger = { address, ip: '203.0.113.5' }
  for (let index = 0; index < triesOnOneAccount.limit; index += 1) {
    expect((await guard.admit(stranger)).ok).toBe(true)
  }
  const retryAfterSeconds = triesOnOneAccount.windowSeconds
  expect(await guard.admit(stranger)).toEqual({ ok: false, why: 'wait', retryAfterSeconds })
  expect((await guard.admit({ ...stranger, ip: '198.51.100.7' })).ok).toBe(true)
  expect((await guard.admit({ ...stranger, address: 'customer taro@example.jp' })).ok).toBe(true)
  t.clock.forward(triesOnOneAccount.windowSeconds * 1000)
  expect((await guard.admit(stranger)).ok).toBe(true)
})

test('one network trying many accounts stops, a known device behind it does not', async () => {
  const ip = '203.0.113.5'
  await times(wrongTriesFromOneAddress.limit, (index) =>
    guard.admit({ address: `customer victim${index}@example.jp`, ip }),
  )
  expect((await guard.admit({ address, ip })).ok).toBe(false)
  expect((await guard.admit({ address, ip, device: 'known' })).ok).toBe(true)
})

test('a known device has tries of its own, and they end too', async () => {
  const device = { address, ip: '203.0.113.5', device: 'known' }
  await times(triesOnOneAccount.limit, () => guard.admit(device))
  expect((await guard.admit(device)).ok).toBe(false)
})

test('over all networks an account takes so many wrong tries a day, then a known device or a code', async () => {
  await guessFromEverywhere(wrongTriesOnOneAccount.limit)
  expect(await guard.isGuarded(address)).toBe(true)
  const stranger = { address, ip: '192.0.2.1' }
  expect(await guard.admit(stranger)).toEqual({ ok: false, why: 'code_required' })
  expect((await guard.admit({ ...stranger, device: 'known' })).ok).toBe(true)
  expect(await guard.admit({ ...stranger, isRightCode: async () => false })).toMatchObject({
    why: 'code_wrong',
  })
  expect((await guard.admit({ ...stranger, isRightCode: async () => true })).ok).toBe(true)
  expect((await guard.admit({ ...stranger, address: 'business hanako@example.jp' })).ok).toBe(true)
  t.clock.forward(wrongTriesOnOneAccount.windowSeconds * 1000)
  expect((await guard.admit(stranger)).ok).toBe(true)
})

test('codes are not to be guessed either', async () => {
  const ip = '192.0.2.2'
  const why: unknown[] = []
  for (let index = 0; index < 7; index += 1) {
    const admitted = await guard.admit({ address, ip, isRightCode: async () => false })
    why.push(admitted.ok || admitted.why)
  }
  expect(why).toEqual([...Array.from({ length: 5 }, () => 'code_wrong'), 'wait', 'wait'])
})

test('a try that was not admitted counts against nothing', async () => {
  await guessFromEverywhere(wrongTriesOnOneAccount.limit)
  const stranger = { address, ip: '192.0.2.3' }
  await times(50, () => guard.admit(stranger))
  // Its own limit is unused: the code lets it through.
  expect((await guard.admit({ ...stranger, isRightCode: async () => true })).ok).toBe(true)
})

test('right passwords do not count', async () => {
  for (let index = 0; index < 100; index += 1) {
    const admitted = await guard.admit({ address, ip: '203.0.113.5' })
    expect(admitted.ok).toBe(true)
    if (admitted.ok) await admitted.right()
  }
})

test('parallel tries are counted before any of them is judged, by every process alike', async () => {
  const another = createSignInGuard(createSharedThrottle(t.db, t.tools.keys.mark))
  const admitted = await times(100, (index) =>
    (index % 2 === 0 ? guard : another).admit({ address, ip: '203.0.113.5' }),
  )
  expect(admitted.filter((one) => (one as { ok: boolean }).ok)).toHaveLength(triesOnOneAccount.limit)
})

test('a try that ends after its window, or after the count was dropped, leaves none to spare', async () => {
  const stranger = { address, ip: '203.0.113.5' }
  const slow = await times(5, () => guard.admit(stranger))
  t.clock.forward(triesOnOneAccount.windowSeconds * 1000)
  await guard.forgetTries(address)
  for (const one of slow) if ((one as { ok: boolean }).ok) await (one as { right(): Promise<void> }).right()
  const { rows } = await t.pool.query('select key from rate_limit where points < 0')
  expect(rows).toEqual([])
  const admitted = await times(triesOnOneAccount.limit + 10, () => guard.admit(stranger))
  expect(admitted.filter((one) => (one as { ok: boolean }).ok)).toHaveLength(triesOnOneAccount.limit)
})

test('neither addresses of people nor of networks are stored', async () => {
  await guard.admit({ address, ip: '203.0.113.5' })
  const { rows } = await t.pool.query('select r::text as row from rate_limit r')
  expect(rows.length).toBeGreaterThan(2)
  expect(JSON.stringify(rows)).not.toMatch(/hanako|203\.0/)
})
