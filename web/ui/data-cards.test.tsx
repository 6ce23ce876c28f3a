import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Column, DataTable, type DataTableProps } from './data-table.tsx'
import { choiceColumn, useRowChoice } from './row-choice.tsx'
import { press } from './test-keys.ts'
import { renderThemed } from './test-render.tsx'
import { Yen } from './yen.tsx'

type Thing = { id: number; name: string; shop: string; price: number | null }
const things: readonly Thing[] = [
  { id: 1, name: '山田', shop: '青山店', price: 1200 },
  { id: 2, name: '鈴木', shop: '', price: null },
]
const columns: readonly Column<Thing>[] = [
  { key: 'id', card: 'title', header: '番号', sortBy: 'id', cell: ({ id }) => <a href={`#${id}`}>{id}</a> },
  { key: 'name', card: 'title', header: 'お客さま', cell: ({ name }) => name },
  { key: 'shop', header: '店舗', cell: ({ shop }) => shop || '—' },
  { key: 'price', header: '金額', align: 'money', cell: ({ price }) => <Yen amount={price} />, foot: 1200 },
  { key: 'secret', card: 'none', header: 'メモ', cell: () => 'メモの中身' },
]
const onOpen = vi.fn()

function Held(props: Partial<DataTableProps<Thing>>) {
  const [current, setCurrent] = useState<number>()
  const [ordering, setOrdering] = useState<string>()
  const choice = useRowChoice({
    rows: things,
    rowKey: ({ id }) => id,
    nameOf: ({ name }) => name,
    current,
    onCurrent: setCurrent,
  })
  return (
    <>
      <DataTable
        label="もの"
        columns={[choiceColumn(choice), ...columns]}
        rows={things}
        rowKey={({ id }) => id}
        selected={current ?? null}
        onSelect={({ id }) => setCurrent(id)}
        onLeave={() => setCurrent(undefined)}
        ordering={ordering}
        onOrdering={setOrdering}
        {...props}
      />
      <output>{`${[...choice.chosen].join()} ${ordering ?? ''}`}</output>
    </>
  )
}

const wide = window.matchMedia
beforeEach(() => {
  window.matchMedia = ((query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never
})
afterEach(() => {
  window.matchMedia = wide
  cleanup()
  onOpen.mockClear()
})

const cards = () => within(screen.getByRole('list', { name: 'もの' })).getAllByRole('listitem')
const card = (index: number) => within(cards()[index] as HTMLElement)
const said = () => document.querySelector('output')?.textContent
const current = () => document.querySelector('li[aria-current="true"]')?.textContent ?? ''

it('says of each row what its table says, without what is empty or left out, and sums up at the end', () => {
  renderThemed(<Held />, { variant: 'biz' })
  expect(screen.queryByRole('table')).toBeNull()
  expect(cards().map(({ textContent }) => textContent)).toEqual([
    '1 山田金額 ¥1,200店舗青山店',
    '2 鈴木',
    '金額 1200',
  ])
})

it('shows what belongs to a row where there is something beside the list, and else opens it', () => {
  const { rerenderThemed } = renderThemed(<Held onOpen={onOpen} hasDetail />, { variant: 'biz' })
  fireEvent.click(card(1).getByText('鈴木'))
  expect(current()).toContain('鈴木')
  fireEvent.click(card(0).getByRole('button', { name: '1 山田 内容を見る' }))
  expect(current()).toContain('山田')
  expect(onOpen).not.toHaveBeenCalled()
  rerenderThemed(<Held onOpen={onOpen} />)
  fireEvent.click(card(1).getByText('鈴木'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(things[1])
})

it('leaves a press on a link or a box to it', () => {
  renderThemed(<Held onOpen={onOpen} />, { variant: 'biz' })
  fireEvent.click(card(0).getByRole('link', { name: '1' }))
  fireEvent.click(card(0).getByRole('checkbox', { name: '山田を選ぶ' }))
  expect(onOpen).not.toHaveBeenCalled()
  expect(said()).toBe('1 ')
  fireEvent.click(screen.getByRole('checkbox', { name: 'この一覧をすべて選ぶ' }))
  expect(said()).toBe('1,2 ')
})

it('can be put in the orders of the table', () => {
  renderThemed(<Held />, { variant: 'biz' })
  fireEvent.change(screen.getByRole('combobox', { name: '並び順' }), { target: { value: '-id' } })
  expect(said()).toBe(' -id')
})

it('is walked and chosen by keys like the table', () => {
  renderThemed(<Held onOpen={onOpen} />, { variant: 'biz' })
  for (const code of ['ArrowDown', 'KeyJ', 'KeyX']) press(code, 300)
  expect(current()).toContain('鈴木')
  expect(said()).toBe('2 ')
  press('Enter', 300)
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(things[1])
})
