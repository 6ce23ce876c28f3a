import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Count } from './biz-side-nav.tsx'

afterEach(cleanup)

const shown = (count: number, late: number) => {
  const { container } = render(<Count station={{ count, late }} />)
  const badges = [...container.querySelectorAll('em')]
  return badges.map((badge) => [badge.dataset.late === undefined ? 'plain' : 'red', badge.textContent])
}

it('counts in red only what is late, beside the plain count of what waits', () => {
  expect(shown(12, 3)).toEqual([
    ['red', '遅れ3件'],
    ['plain', '、ぜんぶで12件'],
  ])
  expect(shown(12, 0)).toEqual([['plain', '12件']])
  expect(shown(4, 4)).toEqual([['red', '遅れ4件']])
  expect(shown(0, 0)).toEqual([])
})
