import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Column, DataTable, type DataTableProps } from './data-table.tsx'
import { Pagination, rangeText } from './pagination.tsx'
import { press } from './test-keys.ts'
import { renderThemed } from './test-render.tsx'

afterEach(cleanup)

type Thing = { id: number; name: string }
const things: readonly Thing[] = [
  { id: 1, name: '山田' },
  { id: 2, name: '鈴木' },
  { id: 3, name: '佐藤' },
]
const columns: readonly Column<Thing>[] = [
  { key: 'id', header: '番号', cell: ({ id }) => id, sortBy: 'id', align: 'end' },
  { key: 'name', header: 'お客さま', cell: ({ name }) => name },
]

const onOpen = vi.fn()

function Held(props: Partial<DataTableProps<Thing>>) {
  const [selected, setSelected] = useState<number | null>(null)
  const [ordering, setOrdering] = useState('')
  return (
    <DataTable
      label="申し込みの一覧"
      columns={columns}
      rows={things}
      rowKey={({ id }) => id}
      selected={selected}
      onSelect={({ id }) => setSelected(id)}
      onOpen={onOpen}
      ordering={ordering}
      onOrdering={setOrdering}
      {...props}
    />
  )
}

const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLTableRowElement
const chosen = () => document.querySelector('tr[aria-current="true"]')?.textContent

describe('a business list', () => {
  it('keeps sums at its end, side by side where there are two, with what stands under them', () => {
    const sums: readonly Column<Thing>[] = [
      { key: 'debit', header: '借方', cell: () => '¥1', align: 'money', foot: '¥3' },
      { key: 'credit', header: '貸方', cell: () => '¥2', align: 'money' },
      ...columns,
    ]
    renderThemed(<Held columns={sums} />, { variant: 'biz' })
    const classes = (selector: string) =>
      [...document.querySelectorAll(selector)].slice(0, 3).map(({ className }) => className)
    const pinned = ['end money pin-1', 'end money pin-0', 'end']
    expect(classes('th')).toEqual(pinned)
    expect(classes('tbody td')).toEqual(pinned)
    expect(classes('tfoot td')).toEqual(pinned)
    expect(document.querySelector('tfoot')?.textContent).toBe('¥3')
  })

  it('is a table with a name and header cells', () => {
    renderThemed(<Held />, { variant: 'biz' })
    const table = within(screen.getByRole('table', { name: '申し込みの一覧' }))
    expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['番号', 'お客さま'])
    expect(table.getAllByRole('row')).toHaveLength(4)
  })

  it('is walked by the keyboard and opened with Enter, with one stop for Tab', () => {
    renderThemed(<Held />, { variant: 'biz' })
    expect(document.querySelectorAll('tr[tabindex="0"]')).toHaveLength(1)
    rowOf('山田').focus()
    press('ArrowDown')
    expect(document.activeElement).toBe(rowOf('鈴木'))
    expect(chosen()).toBe('2鈴木')
    press('End')
    press('KeyJ')
    expect(chosen()).toBe('3佐藤')
    press('Enter')
    expect(onOpen).toHaveBeenCalledWith(things[2])
  })

  it('sorts up, then down, and says so', () => {
    renderThemed(<Held />, { variant: 'biz' })
    const header = () => screen.getByRole('columnheader', { name: /番号/ })
    expect(header().getAttribute('aria-sort')).toBeNull()
    fireEvent.click(within(header()).getByRole('button'))
    expect(header().getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(within(header()).getByRole('button'))
    expect(header().getAttribute('aria-sort')).toBe('descending')
  })

  it('keeps the old rows while newer ones come', () => {
    renderThemed(<Held loading />, { variant: 'biz' })
    expect(screen.getByRole('progressbar', { name: '更新中' })).toBeTruthy()
    expect(screen.getByText('山田')).toBeTruthy()
  })

  it('shows what an empty list is for', () => {
    renderThemed(<Held rows={[]} empty={<p>条件に合うものがありません</p>} />, { variant: 'biz' })
    expect(screen.getByText('条件に合うものがありません')).toBeTruthy()
  })
})

describe('pages', () => {
  it.each([
    [1, 8, 128, '128件中 1–8'],
    [16, 8, 125, '125件中 121–125'],
    [2, 50, 12345, '12,345件中 51–100'],
    [1, 8, 0, '0件'],
  ])('page %i of size %i among %i is told as %s', (page, size, total, text) => {
    expect(rangeText({ page, size, total })).toBe(text)
  })

  it.each([
    [1, 16, '1 2 3 4 5 … 16'],
    [8, 16, '1 … 7 8 9 … 16'],
    [4, 16, '1 2 3 4 5 … 16'],
    [2, 3, '1 2 3'],
  ])('of page %i among %i has the ends and the neighbours, and hides no single page', (page, last, shown) => {
    renderThemed(<Pagination page={page} size={8} total={last * 8} onPage={vi.fn()} />)
    const texts = [...(screen.getByRole('navigation').lastElementChild?.children ?? [])]
    expect(
      texts
        .slice(1, -1)
        .map(({ textContent }) => textContent)
        .join(' '),
    ).toBe(shown)
    expect(document.querySelector('[aria-current]')?.textContent).toBe(String(page))
  })

  it.each([
    [1, false, '100,000件以上のうち 1–50', '1 2 3 4 5 … 2000 …'],
    [2000, false, '100,000件以上のうち 99,951–100,000', '1 … 1997 1998 1999 2000 2001 …'],
    [2100, false, '100,000件以上のうち 104,951–105,000', '1 … 2097 2098 2099 2100 2101 …'],
    [2101, true, '100,000件以上のうち 105,001–105,030', '1 … 2097 2098 2099 2100 2101'],
  ])(
    'where counting stopped, page %i can be left for the next unless it is the last (%s)',
    (page, isLast, range, shown) => {
      renderThemed(
        <Pagination
          {...{ page, isLast }}
          size={50}
          total={100_000}
          isLimited
          rows={isLast ? 30 : 50}
          onPage={vi.fn()}
        />,
      )
      const [said, numbers] = [...screen.getByRole('navigation').children]
      expect(said?.textContent).toBe(range)
      const texts = [...(numbers?.children ?? [])].map(({ textContent }) => textContent)
      expect(texts).toEqual(['‹ 前へ', ...shown.split(' '), '次へ ›'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name: '次へ ›' }).disabled).toBe(isLast)
    },
  )

  it('goes on from the last but not beyond it', () => {
    const onPage = vi.fn()
    renderThemed(<Pagination page={16} size={8} total={128} onPage={onPage} />)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '次へ ›' }).disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: '‹ 前へ' }))
    expect(onPage).toHaveBeenCalledWith(15)
  })
})
