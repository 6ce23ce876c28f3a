import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { ApiError } from '#web/lib/api-error.ts'
import { useListState } from '#web/lib/list-state.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { RowsPage } from './rows-page.tsx'
import { openPage } from './test-page.tsx'

type Thing = { id: number; name: string; shop: string }
const things: readonly Thing[] = [
  { id: 1, name: '山田', shop: '青山店' },
  { id: 2, name: '鈴木', shop: '青山店' },
  { id: 3, name: '佐藤', shop: '渋谷店' },
]
const columns: readonly Column<Thing>[] = [
  { key: 'id', header: '番号', cell: ({ id }) => id },
  { key: 'name', header: 'お客さま', cell: ({ name }) => name },
  { key: 'shop', header: '店舗', extra: true, cell: ({ shop }) => shop },
]
const tabs = [
  { value: 'all', label: 'すべて' },
  { value: 'late', label: '遅れている' },
]
const onOpen = vi.fn()
const read = {
  data: { count: 3, results: things },
  error: null as unknown,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}

const missing = new ApiError({ url: '', status: 404, statusText: '', body: { detail: '不正なページです。' } })

function Things() {
  const list = useListState(purchaseRequestCalls.bizList)
  const isBeyond = list.page > 5
  return (
    <RowsPage
      name="things"
      title="もの"
      label="ものの一覧"
      columns={columns}
      list={{ ...list, read: isBeyond ? { ...read, data: undefined, error: missing } : read }}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      tabs={tabs}
      tab={list.query.view}
      searchOfTab={(view) => ({ view: view === 'all' ? undefined : view })}
      filters={<p>条件</p>}
      empty={null}
    />
  )
}

const openAt = async (address: string) => {
  const page = openPage(address, { '/things': Things })
  await screen.findByRole('heading', { name: 'もの' })
  return page
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const tab = (name: string) => screen.getByRole('button', { name })
const column = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

beforeEach(() => window.localStorage.clear())
afterEach(() => {
  cleanup()
  onOpen.mockClear()
})

describe('the columns of a list', () => {
  it('can be left out and asked for, all but the first, and stay so', async () => {
    await openAt('/things')
    expect(heads()).toEqual(['番号', 'お客さま'])
    fireEvent.click(column('店舗'))
    fireEvent.click(column('お客さま'))
    expect(heads()).toEqual(['番号', '店舗'])
    expect(column('番号').disabled).toBe(true)
    cleanup()
    await openAt('/things')
    expect(heads()).toEqual(['番号', '店舗'])
    fireEvent.click(screen.getByText('標準の列に戻す'))
    expect(heads()).toEqual(['番号', 'お客さま'])
  })

  it('keep the first one even if something else was stored', async () => {
    window.localStorage.setItem('list:customer:7:things', JSON.stringify({ hidden: ['id', 'name', 'shop'] }))
    await openAt('/things')
    expect(heads()).toEqual(['番号'])
  })

  it('are the usual ones where what was stored is broken', async () => {
    window.localStorage.setItem('list:customer:7:things', '{"hidden":7,"views":{')
    await openAt('/things')
    expect(heads()).toEqual(['番号', 'お客さま'])
    expect(tab('すべて').getAttribute('aria-pressed')).toBe('true')
  })
})

describe('the keys of a list', () => {
  const chosen = () => document.querySelector('tr[aria-current="true"]')?.textContent

  it('go along it from anywhere, open the chosen row and let it go', async () => {
    await openAt('/things')
    fireEvent.keyDown(document.body, { code: 'KeyJ' })
    expect(chosen()).toBe('1山田')
    fireEvent.keyDown(document.body, { code: 'KeyJ', repeat: true })
    fireEvent.keyDown(document.body, { code: 'ArrowDown' })
    fireEvent.keyDown(document.body, { code: 'KeyK' })
    expect(chosen()).toBe('2鈴木')
    fireEvent.keyDown(document.body, { code: 'Enter' })
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(things[1])
    fireEvent.keyDown(document.body, { code: 'Escape' })
    expect(chosen()).toBeUndefined()
  })

  it('rest while columns are chosen', async () => {
    await openAt('/things')
    fireEvent.keyDown(document.body, { code: 'KeyJ' })
    column('店舗').focus()
    fireEvent.keyDown(column('店舗'), { code: 'Escape' })
    expect(chosen()).toBe('1山田')
  })
})

it('beyond the last page leads to the first one of the same conditions', async () => {
  const { router } = await openAt('/things?status=11&page=99')
  expect(await screen.findByText('このページはありません。1ページ目からご覧ください。')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '最初のページへ' }))
  expect(await screen.findByText('山田')).toBeTruthy()
  expect(router.state.location.search).toEqual({ status: '11' })
})
