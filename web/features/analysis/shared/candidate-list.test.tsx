import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderThemed } from '#web/ui/test-render.tsx'
import { CandidateList } from './candidate-list.tsx'

const candidate = (value: string, confidence: number) => ({
  ...{ field: 'product_number', value, confidence },
  ...{ id: null, source: 'label', picture: 0, box: null },
})
const candidates = [
  candidate('GQ-J024', 0.96),
  candidate('GO-J024', 0.31),
  candidate('CQ-J024', 0.12),
  candidate('X', 0.1),
]

function open() {
  const onConfirm = vi.fn()
  const onNone = vi.fn()
  renderThemed(<CandidateList label="品番" candidates={candidates} onConfirm={onConfirm} onNone={onNone} />, {
    variant: 'biz',
  })
  return { onConfirm, onNone, list: screen.getByRole('radiogroup') }
}
afterEach(cleanup)

it('shows the first three with how certain they are; nothing is confirmed by being shown', () => {
  const { onConfirm, onNone } = open()
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  expect(screen.getByText('0.96')).toBeTruthy()
  expect(screen.getByText('未確認')).toBeTruthy()
  expect(onConfirm.mock.calls.length + onNone.mock.calls.length).toBe(0)
})

it('1 to 3 choose, Enter confirms what is chosen, 0 says none of them', () => {
  const { onConfirm, onNone, list } = open()
  fireEvent.keyDown(list, { code: 'Digit2' })
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([
    false,
    true,
    false,
  ])
  fireEvent.keyDown(list, { code: 'Enter' })
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith(candidates[1])
  fireEvent.keyDown(list, { code: 'Digit0' })
  expect(onNone).toHaveBeenCalledOnce()
})

it('keys with Ctrl and of an input method are left alone, and so is a number that is not there', () => {
  const { onConfirm, list } = open()
  fireEvent.keyDown(list, { code: 'Enter', ctrlKey: true })
  fireEvent.keyDown(list, { code: 'Enter', isComposing: true })
  fireEvent.keyDown(list, { code: 'Digit4' })
  expect(onConfirm).not.toHaveBeenCalled()
})

it('without a keyboard: a click chooses, another confirms', () => {
  const { onConfirm } = open()
  fireEvent.click(screen.getByRole('radio', { name: /CQ-J024/ }))
  fireEvent.click(screen.getByRole('button', { name: /この品番で確認/ }))
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith(candidates[2])
})
