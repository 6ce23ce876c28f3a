import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CarrierEvent, judgeEvents, sentBy, type TrackedBox } from './carrier-events.rules.ts'

const now = new Date('2026-11-30T00:00:00Z')
const day = 86_400_000
const from = Date.parse('2026-11-10T00:00:00Z')

const box = (request: number, seq: number, number: string, status: number): TrackedBox => ({
  request,
  seq,
  number,
  status,
  created_at: new Date(from + request * day).toISOString(),
  arrived_at: null,
  picked_up_at: null,
  delivered_at: null,
})

const boxes = [box(1, 1, 'a', 0), box(1, 2, 'b', 0), box(2, 1, 'c', 2), box(3, 1, 'a', 1), box(4, 1, 'd', 4)]

const events = fc.array(
  fc.record({
    number: fc.constantFrom('a', 'b', 'c', 'd', 'x'),
    event: fc.constantFrom('picked_up', 'moving', 'delivered'),
    at: fc.integer({ min: 0, max: 30 * 24 }).map((hours) => new Date(from + hours * 3_600_000).toISOString()),
  }),
  { maxLength: 20 },
)
const numbered = (all: readonly Omit<CarrierEvent, 'line'>[]): CarrierEvent[] =>
  all.map((event, index) => ({ ...event, line: index + 2 }))

const outcome = (before: readonly TrackedBox[], all: readonly CarrierEvent[]) => {
  const judged = judgeEvents(before, all, now)
  const changed = new Map(judged.boxes.map((each) => [`${each.request}-${each.seq}`, each]))
  return {
    after: before.map((each) => changed.get(`${each.request}-${each.seq}`) ?? each),
    sent: sentBy(before, judged.verdicts).toSorted(),
    verdicts: judged.verdicts,
  }
}

test('the order of the lines and repeated ones do not matter', () => {
  fc.assert(
    fc.property(events, fc.infiniteStream(fc.nat()), (all, keys) => {
      const once = outcome(boxes, numbered(all))
      const mixed = [...all, ...all]
        .map((event) => ({ event, key: keys.next().value ?? 0 }))
        .sort((one, other) => one.key - other.key)
      const twice = outcome(boxes, numbered(mixed.map(({ event }) => event)))
      expect([twice.after, twice.sent]).toEqual([once.after, once.sent])
    }),
  )
})

test('files one after the other give the same as one file, and what was recorded is known', () => {
  fc.assert(
    fc.property(events, events, (one, other) => {
      const both = outcome(boxes, numbered([...one, ...other]))
      const first = outcome(boxes, numbered(one))
      const second = outcome(first.after, numbered(other))
      expect(second.after).toEqual(both.after)
      const again = judgeEvents(both.after, numbered([...one, ...other]), now)
      expect(again.boxes).toEqual([])
      const dates = again.verdicts.map(({ result }) => result)
      expect(dates).not.toContain('picked_up')
      expect(dates).not.toContain('delivered')
    }),
  )
})

test('a number of several awaited boxes moves none of them, until all but one are here', () => {
  const event: CarrierEvent = { line: 2, number: 'a', event: 'delivered', at: '2026-11-25T01:00:00Z' }
  const [first, , , third] = boxes as [TrackedBox, TrackedBox, TrackedBox, TrackedBox]
  const told = (those: readonly TrackedBox[]) => judgeEvents(those, [event], now)
  const candidates = [
    { request: 3, box: 1 },
    { request: 1, box: 1 },
  ]
  const nobody = { line: 2, result: 'ambiguous', request: null, box: null, candidates }
  expect(told([first, third])).toEqual({ verdicts: [nobody], boxes: [] })
  // One of them arrived on that day: it may have been either.
  const sameDay = { ...first, status: 3, arrived_at: '2026-11-25T03:00:00Z' }
  expect(told([sameDay, third]).verdicts).toEqual([nobody])
  const dayBefore = { ...first, status: 3, arrived_at: '2026-11-24T03:00:00Z' }
  for (const other of [dayBefore, { ...first, status: 4 }, { ...first, status: 21 }])
    expect(told([other, third]).boxes, String(other.status)).toEqual([{ ...third, delivered_at: event.at }])
})

test('nothing is recorded of a request that was canceled, or of a time outside its own', () => {
  fc.assert(
    fc.property(events, (all) => {
      const { after, sent } = outcome(boxes, numbered(all))
      expect(after.find(({ number }) => number === 'd')).toEqual(boxes.at(-1))
      expect(sent).not.toContain(4)
      for (const { created_at, picked_up_at, delivered_at } of after) {
        for (const at of [picked_up_at, delivered_at]) {
          if (at === null) continue
          expect(Date.parse(at)).toBeLessThanOrEqual(now.getTime())
          expect(Date.parse(at)).toBeGreaterThan(Date.parse(created_at) - day)
        }
      }
    }),
  )
})
