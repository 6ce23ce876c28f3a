import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app'
import { ask, type TestApp, testApp } from '../../tests/support/app.ts'
import { makeMachine, makeWorld, type World } from '../../tests/support/world.ts'
import { createLeasedThrottle } from './leased-throttle.ts'
import { createSharedThrottle } from './shared-throttle.ts'
import { machineRate } from './throttle.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())

const rate = { limit: 100, windowSeconds: 60 }
let asked = 0
/** One process; how often all of them have asked the database is counted. */
function startProcess() {
  const shared = createSharedThrottle(t.db, t.tools.keys.mark)
  return createLeasedThrottle(
    {
      takeUpTo: (...given) => {
        asked += 1
        return shared.takeUpTo(...given)
      },
    },
    rate,
    10,
  )
}

async function granted(take: ReturnType<typeof startProcess>, key: string, times: number): Promise<number> {
  const taken = await Promise.all(Array.from({ length: times }, () => take(key)))
  return taken.filter(({ ok }) => ok).length
}

test('several processes together grant what one would, and ask seldom', async () => {
  asked = 0
  const [one, two, three] = [startProcess(), startProcess(), startProcess()]
  const each = await Promise.all([one, two, three].map((take) => granted(take, 'a', 90)))
  expect(each.reduce((sum, count) => sum + count)).toBe(rate.limit)
  expect(asked).toBeLessThanOrEqual(rate.limit / 10 + 3)
  // A process that has only taken full leases does not know yet that nothing is left.
  await one('a')
  const before = asked
  const refused = await one('a')
  expect(refused).toEqual({ ok: false, retryAfterSeconds: expect.any(Number) })
  expect(Number('retryAfterSeconds' in refused && refused.retryAfterSeconds)).toBeLessThanOrEqual(60)
  expect(asked).toBe(before)
  expect(await granted(one, 'b', 5)).toBe(5)
})

test('what a process took and did not give out is lost to the others, and no more than that', async () => {
  const [one, two] = [startProcess(), startProcess()]
  expect(await granted(one, 'c', 1)).toBe(1)
  expect(await granted(two, 'c', 200)).toBe(rate.limit - 10)
  expect(await granted(one, 'c', 200)).toBe(9)
})

test('with the window all that was taken ends', async () => {
  const [one, two] = [startProcess(), startProcess()]
  await granted(one, 'd', 3)
  await granted(two, 'd', 200)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  try {
    expect(await granted(two, 'd', 60)).toBe(60)
    expect(await granted(one, 'd', 60)).toBe(40)
  } finally {
    vi.useRealTimers()
  }
})

test('the calls of a key are counted over all processes', async () => {
  const { key } = await makeMachine(t, world.aoyama)
  const apps = [t.app, await buildApp({ db: t.db, ...t.tools })]
  await apps[1]?.ready()
  const statuses = new Map<number, number>()
  for (let call = 0; call < 2 * machineRate.limit; call += 1) {
    const app = apps[call % 2] as typeof t.app
    const { status } = await ask(app, 'GET /api/biz/sales/codes/', { token: key })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  await apps[1]?.close()
  expect(statuses.get(200)).toBe(machineRate.limit)
})
