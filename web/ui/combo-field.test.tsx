import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Choice } from '#web/ui/combobox.tsx'
import { press, settle, typeKeys } from '#web/ui/test-keys.ts'
import { renderThemed } from '#web/ui/test-render.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type Answer, Combobox } from './combo-field.tsx'

const brands: readonly Choice<number>[] = [
  { value: 1, label: 'PLEATS PLEASE', hint: 'プリーツプリーズ' },
  { value: 2, label: 'PRADA SPORT', hint: 'プラダスポーツ' },
  { value: 3, label: 'PRADA', hint: 'プラダ' },
]

const picked = vi.fn()
const next = vi.fn()
const again = vi.fn(() => Promise.resolve())
let come: (answer: Answer) => void

/** A field whose options arrive when the test resolves them, for the text at that time. */
function Brand() {
  const [text, setText] = useState<string>()
  const [value, setValue] = useState('CELINE')
  const [known, setKnown] = useState<{ text: string; answer: Answer }>({ text: '', answer: 'here' })
  come = (answer) => act(() => setKnown({ text: text ?? '', answer }))
  useShortcuts([{ code: 'Enter', ctrl: true, label: 'next', inFields: true, run: next }])
  const isHere = known.text === (text ?? '') && known.answer === 'here'
  const wanted = known.text.toLowerCase()
  return (
    <Combobox
      label="ブランド"
      value={value}
      text={text}
      onText={setText}
      // Shows options of an earlier text until the new ones arrive.
      options={brands.filter(({ label }) => label.toLowerCase().includes(wanted))}
      answer={isHere ? 'here' : known.text === text ? known.answer : 'asking'}
      onRetry={again}
      onPick={(option) => {
        picked(option?.label ?? null)
        setValue(option?.label ?? '')
      }}
    />
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox')

beforeEach(() => {
  vi.clearAllMocks()
  renderThemed(<Brand />, { variant: 'biz' })
  act(() => field().focus())
})
afterEach(cleanup)

describe('Enter in a field that finds one of many', () => {
  it('takes what was found for the whole text, not for its beginning', async () => {
    typeKeys('p')
    come('here')
    typeKeys('rada')
    press('Enter')
    expect(picked).not.toHaveBeenCalled()
    expect(screen.getByRole('status').textContent).toContain('見つかったら、そのまま選びます')
    come('here')
    await waitFor(() => expect(picked).toHaveBeenCalledExactlyOnceWith('PRADA'))
    expect(field().value).toBe('PRADA')
  })

  it('keeps what is typed behind it until the answer is there', async () => {
    typeKeys('prada')
    press('Enter')
    press('Enter', 120, { ctrlKey: true })
    await settle()
    expect(next).not.toHaveBeenCalled()
    come('here')
    await waitFor(() => expect(next).toHaveBeenCalledTimes(1))
    expect(picked.mock.invocationCallOrder[0]).toBeLessThan(next.mock.invocationCallOrder[0] ?? 0)
  })

  it('says plainly that there is none, and keeps the text', async () => {
    typeKeys('parda')
    press('Enter')
    come('here')
    expect(await screen.findByText('「parda」は見つかりません。書き直すか、消してください。')).toBeTruthy()
    expect(field().value).toBe('parda')
    expect(picked).not.toHaveBeenCalled()
  })

  it('says that the answer did not come, keeps the text, and asks again', async () => {
    typeKeys('prada')
    press('Enter')
    come('failed')
    expect(await screen.findByText(/もう一度探します/)).toBeTruthy()
    press('Enter')
    expect(again).toHaveBeenCalledTimes(1)
    expect(field().value).toBe('prada')
  })

  it('takes the one the arrows lead to', () => {
    typeKeys('prada')
    come('here')
    press('ArrowDown')
    press('Enter')
    expect(picked).toHaveBeenCalledExactlyOnceWith('PRADA SPORT')
  })
})

describe('a finger on the list', () => {
  it('scrolls without choosing, and chooses by a tap', () => {
    typeKeys('prada')
    come('here')
    const option = screen.getByRole('option', { name: /^PRADA SPORT/ })
    for (const kind of ['pointerDown', 'touchStart', 'touchMove', 'touchEnd'] as const)
      fireEvent[kind](option)
    expect(picked).not.toHaveBeenCalled()
    expect(field().value).toBe('prada')
    fireEvent.click(option)
    expect(picked).toHaveBeenCalledExactlyOnceWith('PRADA SPORT')
  })
})

describe('a text nothing was chosen for', () => {
  it('stays when the field is left, and is said to be no choice', () => {
    typeKeys('prad')
    come('here')
    fireEvent.blur(field())
    expect(field().value).toBe('prad')
    expect(screen.getByText('「prad」はまだ選ばれていません。')).toBeTruthy()
    expect(picked).not.toHaveBeenCalled()
  })

  it('that is just the name of one is that one', () => {
    typeKeys('prada')
    come('here')
    fireEvent.blur(field())
    expect(picked).toHaveBeenCalledExactlyOnceWith('PRADA')
  })

  it('that was wiped takes the old choice away', () => {
    fireEvent.change(field(), { target: { value: '' } })
    fireEvent.blur(field())
    expect(picked).toHaveBeenCalledExactlyOnceWith(null)
  })

  it('goes by Escape, and the old choice is back', () => {
    typeKeys('prad')
    press('Escape')
    expect(field().value).toBe('CELINE')
    expect(picked).not.toHaveBeenCalled()
  })
})
