import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NumberField, YenField } from './number-field.tsx'
import { renderThemed } from './test-render.tsx'
import { Yen } from './yen.tsx'

afterEach(cleanup)

let held: number | null = null

function Held({ kind: Kind = YenField }: { kind?: typeof YenField }) {
  const [value, setValue] = useState<number | null>(null)
  held = value
  return <Kind label="金額" value={value} onChange={setValue} />
}

const type = (text: string) => {
  const input = screen.getByLabelText<HTMLInputElement>('金額')
  fireEvent.focus(input)
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
  return input
}

describe('an amount', () => {
  it.each([
    ['１２，０００円', 12000],
    ['¥12,000', 12000],
    ['12000', 12000],
    ['０', 0],
  ])('understands %s', (text, amount) => {
    renderThemed(<Held />)
    const input = type(text)
    expect(held).toBe(amount)
    expect(input.value).toBe(`¥${amount.toLocaleString('ja-JP')}`)
  })

  it('keeps a text it cannot read, says so, and gives nothing out', () => {
    renderThemed(<Held />)
    const input = type('一万円くらい')
    expect(input.value).toBe('一万円くらい')
    expect(held).toBeNull()
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('金額は数字で入力してください(例 12,000)。')
  })

  it('is null, not zero, when emptied', () => {
    renderThemed(<Held />)
    type('500')
    type('')
    expect(held).toBeNull()
  })

  it.each(['１２', '１２点', '12個', '約12点', 'およそ１２枚くらい'])('counts things: %s', (text) => {
    renderThemed(<Held kind={NumberField} />)
    expect(type(text).value).toBe('12')
    expect(held).toBe(12)
  })

  it('hands out a text it cannot read, to be kept, and shows it again', () => {
    const change = vi.fn()
    const { unmount } = renderThemed(<NumberField label="金額" value={null} onChange={change} />)
    type('10〜12点')
    expect(change).toHaveBeenLastCalledWith(null, '10〜12点')
    unmount()
    renderThemed(<NumberField label="金額" value={null} unread="10〜12点" onChange={change} />)
    const input = screen.getByLabelText<HTMLInputElement>('金額')
    expect(input.value).toBe('10〜12点')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    type('11')
    expect(change).toHaveBeenLastCalledWith(11, undefined)
  })
})

describe('money on the page', () => {
  it.each([
    [14300, '¥14,300'],
    [-1500, '\u2212¥1,500'],
    [null, '—'],
  ])('shows %s as %s', (amount, text) => {
    const { container } = renderThemed(<Yen amount={amount} />)
    expect(container.textContent).toBe(text)
    expect(container.firstElementChild?.childElementCount).toBe(0)
  })

  it('shows a gain with its sign when asked', () => {
    const { container } = renderThemed(<Yen amount={300} signed />)
    expect(container.textContent).toBe('+¥300')
  })
})
