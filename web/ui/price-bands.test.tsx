import { cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { PriceBands, scaleEnd } from './price-bands.tsx'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

const bag = { min: 28_000, q1: 46_000, median: 62_000, q3: 84_000, max: 118_000, count: 96 }
const wallet = { min: 5000, q1: 9500, median: 14_200, q3: 21_000, max: 38_000, count: 16 }

describe('bands on one scale', () => {
  it('all end within the scale, whose end is a round amount', () => {
    expect(scaleEnd(118_000)).toBe(120_000)
    expect(scaleEnd(120_000)).toBe(120_000)
    expect(scaleEnd(980)).toBe(980)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (highest) => {
        const end = scaleEnd(highest)
        expect(end).toBeGreaterThanOrEqual(highest)
        expect(end).toBeLessThanOrEqual(highest * 1.2 + 1)
      }),
    )
  })

  it('share the scale, and say their ends, number and median', () => {
    const bands = [
      { key: 1, name: 'バッグ', spread: bag },
      { key: 2, name: '財布', spread: wallet },
    ]
    const { container } = renderThemed(<PriceBands bands={bands} title="種類ごとの買取額" />)
    const medians = [...container.querySelectorAll<HTMLElement>('.bar > .median')]
    expect(medians.map(({ style }) => Number.parseFloat(style.left))).toEqual([
      expect.closeTo((62 / 120) * 100, 3),
      expect.closeTo((14.2 / 120) * 100, 3),
    ])
    expect(container.textContent).toContain('¥0〜¥120,000')
    const table = screen.getByRole('table', { name: '種類ごとの買取額' })
    const rows = [...table.querySelectorAll('tr')].map((row) => row.textContent)
    expect(rows).toContain('バッグ96件¥28,000¥46,000¥62,000¥84,000¥118,000')
  })
})
