import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { QuickFilters } from './quick-filters.tsx'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

const fields = [
  { name: 'q', label: '番号・コード・商品', pasted: ' ' },
  { name: 'status', label: '状況', options: [{ value: '7', label: '買取成立' }] },
]

it('shows what narrows the list as chips, each of which can be taken off', () => {
  const set = vi.fn()
  renderThemed(<QuickFilters fields={fields} values={{ q: 'コート', status: '7' }} set={set} />)
  expect(screen.getByText('検索:').textContent).toBe('検索: コート')
  fireEvent.click(screen.getByRole('button', { name: '条件「状況」を外す' }))
  expect(set).toHaveBeenLastCalledWith({ status: undefined })
  fireEvent.click(screen.getByRole('button', { name: '条件をすべて外す' }))
  expect(set).toHaveBeenLastCalledWith({ q: undefined, status: undefined })
})

it('shows no chips for a list that nothing narrows', () => {
  renderThemed(<QuickFilters fields={fields} values={{ q: undefined, status: '' }} set={vi.fn()} />)
  expect(screen.queryByRole('button', { name: /外す/ })).toBeNull()
})

it('takes a pasted column of codes in as one line', () => {
  const set = vi.fn()
  renderThemed(<QuickFilters fields={fields} values={{}} set={set} />)
  const search = screen.getByRole<HTMLInputElement>('textbox', { name: '番号・コード・商品' })
  fireEvent.paste(search, { clipboardData: { getData: () => '10050-1\r\n10050-2\r\n' } })
  expect(search.value).toBe('10050-1 10050-2')
  fireEvent.submit(screen.getByRole('search'))
  expect(set).toHaveBeenLastCalledWith({ q: '10050-1 10050-2', status: undefined })
})

it('says on a phone whether the filters behind its button are shown', () => {
  renderThemed(<QuickFilters fields={fields} values={{}} set={vi.fn()} />)
  const button = screen.getByRole('button', { name: '絞り込み' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  cleanup()
  renderThemed(<QuickFilters fields={fields.slice(0, 1)} values={{}} set={vi.fn()} />)
  expect(screen.queryByRole('button', { name: '絞り込み' })).toBeNull()
})
