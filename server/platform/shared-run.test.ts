import { expect, test } from 'vitest'
import { sharedRuns } from './shared-run.ts'

const moment = () => new Promise((resolve) => setImmediate(resolve))

test('a crowd shares the run that begins after it asked', async () => {
  const share = sharedRuns<number>()
  const ends: ((value: number) => void)[] = []
  const run = () => new Promise<number>((resolve) => ends.push(resolve))
  const first = share('a', run)
  const together = share('a', run)
  await moment()
  expect(ends).toHaveLength(1)
  const crowd = [share('a', run), share('a', run), share('a', run)]
  const other = share('b', run)
  await moment()
  expect(ends).toHaveLength(2)
  ends[0]?.(1)
  ends[1]?.(9)
  expect(await first).toBe(1)
  expect(await together).toBe(1)
  expect(await other).toBe(9)
  await moment()
  expect(ends).toHaveLength(3)
  const late = share('a', run)
  ends[2]?.(2)
  expect(await Promise.all(crowd)).toEqual([2, 2, 2])
  await moment()
  ends[3]?.(3)
  expect(await late).toBe(3)
})

test('a failed run fails for those who waited for it, and not for the next', async () => {
  const share = sharedRuns<number>()
  let fail = (_: Error) => {}
  const failed = share('a', () => new Promise((_, reject) => (fail = reject)))
  await moment()
  const next = share('a', () => Promise.resolve(2))
  fail(new Error('away'))
  await expect(failed).rejects.toThrow('away')
  expect(await next).toBe(2)
})
