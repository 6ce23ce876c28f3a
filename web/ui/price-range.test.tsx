import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { PriceRange, shareOf, verdictOf } from './price-range.tsx'
import { renderThemed } from './test-render.tsx'

const spread = { min: 7600, q1: 9800, median: 11_300, q3: 12_900, max: 14_200, count: 13, days: 180 }

afterEach(cleanup)

function drawn(price: number, of = spread) {
  const { container } = renderThemed(<PriceRange price={price} spread={of} />)
  const left = (selector: string) => container.querySelector<HTMLElement>(selector)?.style.left
  return {
    text: container.querySelector('.drawing')?.textContent ?? '',
    own: container.querySelector('.own')?.textContent,
    ownAt: left('.own'),
    markAt: left('.bar .mark'),
    whole: container.textContent ?? '',
  }
}

describe('a price in its spread', () => {
  it('is placed on the bar, whose ends are the lowest and the highest price paid', () => {
    expect(shareOf(7600, spread)).toBe(0)
    expect(shareOf(14_200, spread)).toBe(1)
    expect(shareOf(10_900, spread)).toBe(0.5)
    expect(shareOf(500, { min: 500, max: 500 })).toBe(0.5)
    expect(shareOf(400, { min: 500, max: 500 })).toBe(0)
  })

  it('has its value at the marker, and the ends theirs', () => {
    const { text, own, ownAt, markAt } = drawn(10_900)
    expect(own).toBe('この品 ¥10,900')
    expect([ownAt, markAt]).toEqual(['50%', '50%'])
    for (const label of ['最低 ¥7,600', '中央値 ¥11,300', '最高 ¥14,200', '半数がこの範囲'])
      expect(text).toContain(label)
  })

  it('below all others stands beyond the end, never over the label of the lowest', () => {
    const { own, ownAt, markAt, whole } = drawn(820)
    expect(own).toBe('← この品 ¥820(範囲の外)')
    expect([ownAt, markAt]).toEqual(['0%', '-10px'])
    expect(whole).toContain('これまでの買取より低い値段です。')
  })

  it('above all others does the same at the other end', () => {
    const { own, markAt, whole } = drawn(30_000)
    expect(own).toBe('この品 ¥30,000(範囲の外) →')
    expect(markAt).toBe('calc(100% + 10px)')
    expect(whole).toContain('これまでの買取より高い値段です。')
  })

  it('is said in words below the middle half, and not where it is usual', () => {
    expect(verdictOf(8600, spread)).toBe('中央値より¥2,700低い値段です。')
    expect(verdictOf(9800, spread)).toBeUndefined()
    expect(verdictOf(14_200, spread)).toBeUndefined()
  })

  it('is a table for those who hear the page', () => {
    renderThemed(<PriceRange price={820} spread={spread} />)
    const table = screen.getByRole('table', { name: 'これまでの買取 13件の値段' })
    const rows = [...table.querySelectorAll('tr')].map((row) => row.textContent)
    expect(rows).toContain('この品の値段¥820')
    expect(rows).toContain('最低¥7,600')
  })

  it('is compared without what a campaign added, and says so', () => {
    const { container } = renderThemed(<PriceRange price={12_000} uplift={1100} spread={spread} />)
    expect(container.querySelector('.own')?.textContent).toBe('この品 ¥10,900')
    expect(container.textContent).toContain('上乗せ ¥1,100 を除いた金額')
  })

  it('may be missing: the bar then shows the past purchases alone', () => {
    const { container } = renderThemed(<PriceRange spread={spread} />)
    expect(container.querySelector('.mark')).toBeNull()
    expect(container.textContent).not.toContain('この品')
    expect(container.textContent).toContain('中央値 ¥11,300')
  })
})
