import { expect, it } from 'vitest'
import { roomFor } from './charts.tsx'

const bar = (text: string) => ({ label: 'GUCCI', value: 100, text })

it('leaves room for the text at the longest bar, also on a phone', () => {
  const width = 172
  const bars = [bar('2点のみ'), bar('100.0% ・ 42点')]
  const longest = width / roomFor(bars, width)
  expect(width - longest).toBeGreaterThanOrEqual(82)
  expect(roomFor([bar('12点')], 352)).toBe(1.7)
  expect(roomFor([], width)).toBe(1.7)
})
