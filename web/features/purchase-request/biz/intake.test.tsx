import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { gramsOf } from './intake-count.tsx'
import { codeKind, takeOut, tidyCode } from './scan-code.ts'

afterEach(cleanup)

function Count() {
  const [value, setValue] = useState('8OKB-ABC123')
  return <input aria-label="点数" value={value} onChange={(event) => setValue(event.target.value)} />
}

describe('a scanned code', () => {
  it('is known by its looks, in any width and case', () => {
    expect(codeKind('okb-vkhhmea5rbjg')).toBe('box')
    expect(codeKind('ＯＫＢ−VKHHMEA5RBJG')).toBe('box')
    expect(codeKind('3778-4510-0684')).toBe('parcel')
    expect(codeKind('10482')).toBe('request')
    expect(codeKind('ABCDEFGHJKMNPQRS')).toBe('item')
    expect(codeKind('https://example.com')).toBe('unknown')
  })

  it('is asked for in the form it is stored in', () => {
    expect(tidyCode(' okb-vkhhmea5rbjg ')).toBe('OKB-VKHHMEA5RBJG')
    expect(tidyCode('OKBVKHHMEA5RBJG')).toBe('OKB-VKHHMEA5RBJG')
    expect(tidyCode('ABCDEFGHJKMNPQRS')).toBe('abcdefghjkmnpqrs')
    expect(tidyCode('3778-4510-0684')).toBe('377845100684')
  })

  it('is taken out of the field it was typed into, and what stood there before stays', () => {
    render(<Count />)
    const field = screen.getByLabelText<HTMLInputElement>('点数')
    act(() => takeOut(field, 'OKB-ABC123'))
    expect(field.value).toBe('8')
    act(() => takeOut(field, 'OKB-OTHER'))
    expect(field.value).toBe('8')
  })
})

describe('the weight of a box', () => {
  it('is typed in kilograms and kept in grams', () => {
    expect(gramsOf('6.2')).toBe(6200)
    expect(gramsOf('６．２kg')).toBe(6200)
    expect(gramsOf('')).toBeNull()
    expect(gramsOf('重い')).toBeUndefined()
    expect(gramsOf('999')).toBeUndefined()
  })
})
