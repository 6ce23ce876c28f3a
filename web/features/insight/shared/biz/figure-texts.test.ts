import { expect, it } from 'vitest'
import { changeText, deviationText, durationText, shareText } from './figure-texts.ts'

it('tells times in the unit that is read at a glance', () => {
  expect([null, 0, 59, 60, 90, 1439, 1440, 3024].map(durationText)).toEqual([
    '—',
    '0分',
    '59分',
    '1.0時間',
    '1.5時間',
    '24.0時間',
    '1.0日',
    '2.1日',
  ])
})

it('says plainly that there is nothing to divide by', () => {
  expect(shareText(0, 0)).toBe('—')
  expect(shareText(108, 125)).toBe('86.4%')
  expect(changeText(100, 0)).toBe('前の期間は0')
  expect(changeText(95, 100)).toBe('前の期間 −5.0%')
})

it('gives differences a sign, and none to zero', () => {
  expect([-110, 30, 0].map(deviationText)).toEqual(['−11.0%', '+3.0%', '0.0%'])
})
