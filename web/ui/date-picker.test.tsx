import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DatePicker } from './date-picker.tsx'
import { renderThemed } from './test-render.tsx'

beforeAll(async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('pointer: fine'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
  await import('./date-picker-calendar.tsx')
})
afterEach(cleanup)

const changes: string[] = []

function Held() {
  const [day, setDay] = useState('2026-12-01')
  const change = (next: string) => {
    changes.push(next)
    setDay(next)
  }
  return <DatePicker label="集荷の日" value={day} onChange={change} />
}

async function openCalendar() {
  changes.length = 0
  renderThemed(<Held />)
  fireEvent.click(await screen.findByRole('button', { name: /日付を選択|選択した日付/ }))
  return screen.findByRole('dialog')
}

describe('U03 the date picker', () => {
  it('has the buttons キャンセル, OK and クリア', async () => {
    const dialog = within(await openCalendar())
    const named = ['キャンセル', 'OK', 'クリア'].map(
      (name) => dialog.getByRole('button', { name }).textContent,
    )
    expect(named).toEqual(['キャンセル', 'OK', 'クリア'])
  })

  it('heads the month the Japanese way', async () => {
    const dialog = within(await openCalendar())
    expect(dialog.getByText('2026年12月')).toBeTruthy()
  })

  it('gives an empty text on クリア', async () => {
    const dialog = within(await openCalendar())
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'クリア' })))
    expect(changes.at(-1)).toBe('')
  })

  it('gives the chosen day as a date without a time', async () => {
    const dialog = within(await openCalendar())
    await act(async () => fireEvent.click(dialog.getByRole('gridcell', { name: '24' })))
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'OK' })))
    expect(changes.at(-1)).toBe('2026-12-24')
  })
})

function Kept({ start }: { start: string }) {
  const [day, setDay] = useState(start)
  return (
    <>
      <DatePicker label="集荷の日" takesImpossible value={day} onChange={setDay} />
      <output>{day}</output>
    </>
  )
}

describe('a day that does not exist, kept from before a reload', () => {
  const field = async () => (await screen.findByLabelText<HTMLInputElement>('集荷の日')) as HTMLInputElement
  const value = () => screen.getByRole('status').textContent

  it('stands in the field as it was typed, and is corrected there', async () => {
    renderThemed(<Kept start="2026-02-31" />)
    const input = await field()
    await waitFor(() => expect(input.value).toBe('2026/02/31'))
    fireEvent.change(input, { target: { value: '2026/02/3' } })
    expect(value()).toBe('')
    fireEvent.change(input, { target: { value: '２０２６/０２/２８' } })
    expect(value()).toBe('2026-02-28')
    fireEvent.blur(input)
    expect((await screen.findAllByRole('spinbutton')).map((part) => part.textContent)).toEqual([
      '2026',
      '02',
      '28',
    ])
  })

  it('makes way for a day from the calendar', async () => {
    renderThemed(<Kept start="2026-02-31" />)
    fireEvent.click(await screen.findByRole('button', { name: 'カレンダーから選ぶ' }))
    const dialog = within(await screen.findByRole('dialog'))
    await act(async () => fireEvent.click(dialog.getByRole('gridcell', { name: '24' })))
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'OK' })))
    expect(value()).toMatch(/-24$/)
  })
})
