import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropQueuedKeys, queueKeysUntil } from './key-pipeline.ts'
import { enterField } from './keyboard.ts'
import { NOWHERE } from './shortcut-list.ts'
import { press, scanKeys, setKeyClock, settle, typeKeys } from './test-keys.ts'
import { type Scan, useScans } from './use-scans.ts'
import { setShortcutsOn, useShortcuts } from './use-shortcuts.ts'

const box = 'OKB-KJ7KJ7KJ7KJ7'
const slug = 'kjkjkjkjkjkjkjkj'
const done = vi.fn()
const takenBack = vi.fn()
const ahead = vi.fn((key: string) => () => takenBack(key))
const scanned = vi.fn<(scan: Scan) => unknown>(() => true)

function Desk({ ready = true, withScans = true }: { ready?: boolean; withScans?: boolean }) {
  const [level, setLevel] = useState<string>()
  const [open, setOpen] = useState(false)
  const price = () => document.querySelector<HTMLInputElement>('[aria-label="price"]')
  useShortcuts([
    { code: 'KeyK', label: 'k', run: () => done('K') },
    { code: 'KeyJ', label: 'j', waits: !ready, run: () => done('J') },
    { code: 'KeyW', label: 'w', run: () => setLevel('A') },
    { code: 'Digit1', label: '1', run: () => level && setLevel(`${level}1`) },
    { code: 'KeyB', label: 'b', run: () => done('B'), runAhead: () => ahead('B') },
    { code: 'KeyN', label: 'n', run: () => done('N'), runAhead: () => void ahead('N') },
    { code: 'KeyV', label: 'v', run: () => enterField(price()) },
    { code: 'KeyD', label: 'd', run: () => setOpen(true) },
    { code: 'Enter', label: 'open', run: () => done('Enter') },
    { code: 'Enter', ctrl: true, label: 'next', inFields: true, run: () => done('next') },
    { after: 'KeyG', code: 'KeyR', label: 'requests', run: () => done('G R') },
  ])
  return (
    <>
      {withScans && <Scans />}
      <output>{level}</output>
      <input aria-label="price" defaultValue="2800" />
      <input aria-label="all codes" data-scan="" />
      <select aria-label="who" defaultValue="a" onChange={(event) => done(event.target.value)}>
        <option value="a">Anna</option>
        <option value="k">Kenta</option>
        <option value="o">Osamu</option>
      </select>
      <button type="button" onClick={() => done('button')}>
        button
      </button>
      {open && <Late />}
    </>
  )
}

function Scans() {
  useScans(scanned)
  return null
}

const frame = vi.fn(() => true)

function Frame() {
  useScans(frame, { everywhere: true })
  return <Desk />
}

function Late() {
  return <input aria-label="reason" ref={(field) => field?.focus()} />
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const given = () => scanned.mock.calls.map(([{ code }]) => code)

beforeEach(() => {
  setKeyClock(performance.now())
  vi.clearAllMocks()
  localStorage.clear()
  setShortcutsOn(true)
})
afterEach(cleanup)

describe('a scan', () => {
  it.each([
    ['a box', box],
    ['an article', slug],
    ['a badge', 'OKS-00018'],
    ['a parcel', '377845100680'],
    ['something else', 'JAN-49KJ12'],
  ])('of %s is one code, and nobody else sees a letter or the Enter of it', async (_what, code) => {
    render(<Desk />)
    screen.getByText('button').focus()
    expect(scanKeys(code)).toBe(false)
    await settle()
    expect(given()).toEqual([code])
    expect(done).not.toHaveBeenCalled()
  })

  it('is read by place while an IME is on', async () => {
    render(<Desk />)
    scanKeys(box, { keyCode: 229 })
    await settle()
    expect(given()).toEqual([box])
  })

  it('is read with the shift keys a scanner presses for capitals', async () => {
    render(<Desk />)
    for (const character of box) {
      press('ShiftLeft', 3, { key: 'Shift', shiftKey: true })
      press(character === '-' ? 'Minus' : /\d/.test(character) ? `Digit${character}` : `Key${character}`, 3)
    }
    press('Enter', 3)
    await settle()
    expect(given()).toEqual([box])
  })

  it('is known by the pauses of the keyboard, however late the page hears of its keys', async () => {
    render(<Desk />)
    const half = box.length / 2
    for (const character of box.slice(0, half))
      press(`Key${character}`.replace('Key-', 'Minus').replace(/Key(\d)/, 'Digit$1'), 8)
    const scheduling = { isInputPending: () => true }
    Object.assign(navigator, { scheduling })
    await settle(150)
    for (const character of box.slice(half))
      press(`Key${character}`.replace('Key-', 'Minus').replace(/Key(\d)/, 'Digit$1'), 8)
    press('Enter', 8)
    Object.assign(navigator, { scheduling: undefined })
    await settle()
    expect(given()).toEqual([box])
    expect(done).not.toHaveBeenCalled()
  })

  it('of one of our codes needs no Enter behind it', async () => {
    render(<Desk />)
    typeKeys(box, 8)
    await settle(600)
    expect(given()).toEqual([box])
    expect(done).not.toHaveBeenCalled()
  })

  it('takes back what its first letter has done ahead of it', async () => {
    render(<Desk />)
    scanKeys('bbjkbbjkbbjkbbjk')
    await settle()
    expect(given()).toEqual(['bbjkbbjkbbjkbbjk'])
    expect(ahead.mock.calls).toEqual([['B']])
    expect(takenBack.mock.calls).toEqual([['B']])
    expect(done).not.toHaveBeenCalled()
  })

  it('takes back what its first letter has done where a dialog covers the page meanwhile', async () => {
    render(<Desk />)
    typeKeys('b', 200)
    act(dropQueuedKeys)
    await settle()
    expect(takenBack.mock.calls).toEqual([['B']])
    expect(done).not.toHaveBeenCalled()
  })

  it('of ours stays out of the field however late the IME commits it, and nothing typed later is lost', async () => {
    render(<Desk />)
    const price = field('price')
    price.focus()
    scanKeys(box, { keyCode: 229 })
    await settle(600)
    for (const commit of ['2800おｋｂ', '2800おｋｂ－']) {
      fireEvent.input(price, { target: { value: commit } })
      expect(price.value).toBe('2800')
    }
    typeKeys('5')
    fireEvent.input(price, { target: { value: '28005お' } })
    expect(price.value).toBe('28005お')
  })

  it('does not choose from a list that has the focus', async () => {
    render(<Desk />)
    field('who').focus()
    scanKeys(box)
    await settle()
    expect(given()).toEqual([box])
    expect(field('who').value).toBe('a')
    expect(done).not.toHaveBeenCalled()
  })

  it('of ours is taken out of the field it was sent into, and what stood there before stays', async () => {
    render(<Desk />)
    field('price').focus()
    field('price').setSelectionRange(1, 1)
    scanKeys(box)
    await settle()
    expect(given()).toEqual([box])
    expect(field('price').value).toBe('2800')
    expect(field('price').selectionStart).toBe(1)
  })

  it('of a parcel stays in the field it was sent into, and Enter means there what it means', async () => {
    render(<Desk />)
    field('price').focus()
    field('price').select()
    expect(scanKeys('377845100680')).toBe(true)
    await settle()
    expect(given()).toEqual([])
    expect(field('price').value).toBe('377845100680')
  })

  it('of anything is a code in a field that is there for codes', async () => {
    render(<Desk />)
    field('all codes').focus()
    scanKeys('377845100680')
    await settle()
    expect(given()).toEqual(['377845100680'])
    expect(field('all codes').value).toBe('')
  })

  it('can be put back as a text by whoever finds nothing', async () => {
    render(<Desk />)
    field('price').focus()
    field('price').select()
    scanKeys(slug)
    await settle()
    act(() => scanned.mock.calls[0]?.[0].putBack?.())
    expect(field('price').value).toBe(slug)
  })

  it('goes to the page before the frame around it, and on when the page does not want it', async () => {
    render(<Frame />)
    scanKeys(box)
    await settle()
    expect(frame).not.toHaveBeenCalled()
    scanned.mockReturnValueOnce(false)
    scanKeys(slug)
    await settle()
    expect(frame).toHaveBeenCalledTimes(1)
  })
})

describe('what a hand types', () => {
  it('is played in its order, each key on what the one before has done', async () => {
    render(<Desk />)
    typeKeys('W1')
    await settle()
    expect(screen.getByRole('status').textContent).toBe('A1')
  })

  it.each([120, 20, 4])(
    'arrives in the field a command leads to, over the old value (%i ms)',
    async (gap) => {
      render(<Desk />)
      typeKeys('W1V3111', gap)
      press('Enter', gap, { ctrlKey: true })
      await settle()
      expect(screen.getByRole('status').textContent).toBe('A1')
      expect(field('price').value).toBe('3111')
      expect(done.mock.calls).toEqual([['next']])
      expect(given()).toEqual([])
    },
  )

  it.each([120, 20])('arrives in a field that a command has to bring first (%i ms)', async (gap) => {
    render(<Desk />)
    typeKeys('Dhole', gap)
    await settle()
    expect(field('reason').value).toBe('hole')
  })

  it('waits for what it is meant for, and is all there then', async () => {
    const { rerender } = render(<Desk ready={false} />)
    typeKeys('JW1V3111')
    press('Enter', 120, { ctrlKey: true })
    await settle()
    expect(done).not.toHaveBeenCalled()
    expect(screen.getByRole('status').textContent).toBe('')
    rerender(<Desk />)
    await settle()
    expect(done.mock.calls).toEqual([['J'], ['next']])
    expect(screen.getByRole('status').textContent).toBe('A1')
    expect(field('price').value).toBe('3111')
  })

  it('waits for a command that takes its time, scans too', async () => {
    render(<Desk />)
    let finish: () => void = () => undefined
    act(() =>
      queueKeysUntil(
        new Promise<void>((resolve) => {
          finish = resolve
        }),
      ),
    )
    typeKeys('K')
    scanKeys(box)
    typeKeys('V31')
    press('Backspace', 120)
    await settle()
    expect(done).not.toHaveBeenCalled()
    expect(given()).toEqual([])
    finish()
    await settle()
    expect(done.mock.calls).toEqual([['K']])
    expect(given()).toEqual([box])
    expect(field('price').value).toContain('3')
  })

  it('works at once where it can be taken back, and once', async () => {
    render(<Desk />)
    press('KeyB')
    expect(ahead.mock.calls).toEqual([['B']])
    await settle()
    expect(takenBack).not.toHaveBeenCalled()
    expect(done).not.toHaveBeenCalled()
    press('KeyN')
    expect(ahead).toHaveBeenLastCalledWith('N')
    await settle()
    expect(done.mock.calls).toEqual([['N']])
  })

  it('works in its order where two fingers press as quickly as a scanner', async () => {
    render(<Desk />)
    typeKeys('bk', 8)
    expect(takenBack.mock.calls).toEqual([['B']])
    await settle()
    expect(done.mock.calls).toEqual([['B'], ['K']])
  })

  it('is dropped behind a command or a scan that has led nowhere, and heard again after that', async () => {
    render(<Desk />)
    setKeyClock(performance.now() - 2000)
    scanned.mockImplementationOnce(() => new Promise((resolve) => setTimeout(() => resolve(NOWHERE), 60)))
    scanKeys(box, { first: 100 })
    typeKeys('KV31')
    await settle(150)
    expect(done).not.toHaveBeenCalled()
    expect(field('price').value).toBe('2800')
    typeKeys('K')
    await settle()
    expect(done).not.toHaveBeenCalled()
    setKeyClock(performance.now())
    typeKeys('K')
    await settle()
    expect(done.mock.calls).toEqual([['K']])
  })

  it('is not played on what somebody has pressed with the mouse meanwhile', async () => {
    const { rerender } = render(<Desk ready={false} />)
    typeKeys('J')
    await settle()
    fireEvent.pointerDown(document.body)
    rerender(<Desk />)
    await settle()
    expect(done).not.toHaveBeenCalled()
  })

  it('of a few quick letters and Enter is no code', async () => {
    render(<Desk />)
    typeKeys('K', 200)
    press('Enter', 20)
    await settle()
    expect(done.mock.calls).toEqual([['K'], ['Enter']])
    expect(given()).toEqual([])
  })

  it('chooses from a closed list by its letters', async () => {
    render(<Desk />)
    field('who').focus()
    typeKeys('k')
    await settle()
    expect(done.mock.calls).toEqual([['k']])
  })

  it('leads to a place by two keys, and nowhere by one of them and a scan', async () => {
    render(<Desk />)
    typeKeys('GR')
    await settle()
    expect(done.mock.calls).toEqual([['G R']])
    done.mockClear()
    typeKeys('G')
    scanKeys('grgrgrgrgrgrgrgr')
    typeKeys('R')
    await settle()
    expect(done).not.toHaveBeenCalled()
  })

  it('is not kept a moment where nobody takes scans', () => {
    render(<Desk withScans={false} />)
    typeKeys('K')
    expect(done.mock.calls).toEqual([['K']])
  })

  it('presses a button by Enter, and by a blank that stands alone', async () => {
    render(<Desk />)
    screen.getByText('button').focus()
    expect(press('Space', 120, { key: ' ' })).toBe(true)
    expect(press('Enter', 120)).toBe(true)
    await settle()
    expect(done).not.toHaveBeenCalled()
  })
})
