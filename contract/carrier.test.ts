import { expect, test } from 'vitest'
import { carrierServices, isPickupDayOpen, isRestDay, restDayText } from './carrier.ts'
import { carriers } from './codes.ts'

const holidays = new Set(['2026-11-23'])
const isHoliday = (date: string) => holidays.has(date)

test('knows Sundays and holidays, and no other day, as days of rest', () => {
  expect(
    ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].map((day) => isRestDay(day, isHoliday)),
  ).toEqual([false, true, true, false])
})

test.each([
  // Saturday and Sunday before a holiday on Monday.
  ['SAGAWA', '2026-11-21T11:59:00+09:00', '2026-11-22', true],
  ['SAGAWA', '2026-11-21T12:00:00+09:00', '2026-11-22', false],
  ['SAGAWA', '2026-11-21T12:00:00+09:00', '2026-11-23', true],
  ['SAGAWA', '2026-11-22T12:00:00+09:00', '2026-11-23', false],
  ['SAGAWA', '2026-11-23T23:00:00+09:00', '2026-11-24', true],
  ['YAMATO', '2026-11-21T23:00:00+09:00', '2026-11-22', true],
] as const)('%s asked at %s can come on %s: %s', (carrier, at, date, isOpen) => {
  expect(isPickupDayOpen(carrier, date, new Date(at), isHoliday)).toBe(isOpen)
})

test('names the cut-off of exactly the carriers that have one', () => {
  for (const carrier of carriers)
    expect(restDayText(carrier) !== undefined).toBe(carrierServices[carrier].restDayCutOff !== null)
})
