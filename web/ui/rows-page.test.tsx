import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
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

async function saveAs(name: string) {
  fireEvent.click(tab('+ 表示を保存'))
  const dialog = within(await screen.findByRole('dialog', { name: '表示を保存' }))
  fireEvent.change(dialog.getByLabelText('名前'), { target: { value: name } })
  fireEvent.click(dialog.getByRole('button', { name: /保存する/ }))
  await waitFor(() => expect(tab(name).getAttribute('aria-pressed')).toBe('true'))
}

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

describe('a view of one’s own', () => {
  it('brings conditions, order and columns back after a reload, in one press', async () => {
    await openAt('/things?view=late&status=11&ordering=-id&page=3')
    fireEvent.click(column('お客さま'))
    await saveAs('朝の確認')
    cleanup()

    const { router } = await openAt('/things')
    fireEvent.click(column('店舗'))
    expect(heads()).toEqual(['番号', '店舗'])
    fireEvent.click(tab('朝の確認'))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        view: 'late',
        status: '11',
        ordering: '-id',
        saved: '朝の確認',
      }),
    )
    expect(heads()).toEqual(['番号'])
    fireEvent.click(tab('すべて'))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(heads()).toEqual(['番号', '店舗'])
  })

  it('is written over when its conditions have changed', async () => {
    const { router } = await openAt('/things?status=11')
    await saveAs('確認待ち')
    expect(screen.queryByRole('button', { name: /上書き/ })).toBeNull()
    await router.navigate({ to: '.', search: { ...router.state.location.search, status: '12' } } as never)
    fireEvent.click(await screen.findByRole('button', { name: '今の条件で上書きする' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /上書き/ })).toBeNull())
    fireEvent.click(tab('すべて'))
    fireEvent.click(tab('確認待ち'))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ status: '12' }))
  })

  it('gets another name, and no name twice', async () => {
    await openAt('/things?status=11')
    await saveAs('一つめ')
    await saveAs('二つめ')
    fireEvent.click(tab('表示を編集'))
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByLabelText('名前')
    fireEvent.change(field, { target: { value: '一つめ' } })
    fireEvent.click(dialog.getByRole('button', { name: '保存する' }))
    expect(dialog.getByText(/ほかの表示の名前です/)).toBeTruthy()
    fireEvent.change(field, { target: { value: '夕方' } })
    fireEvent.click(dialog.getByRole('button', { name: '保存する' }))
    await waitFor(() => expect(tab('夕方').getAttribute('aria-pressed')).toBe('true'))
    expect(screen.queryByText('二つめ')).toBeNull()
  })

  it('goes away, leaves the list as it is, and comes back when that was a mistake', async () => {
    const { router } = await openAt('/things?status=11')
    await saveAs('朝の確認')
    fireEvent.click(tab('表示を編集'))
    fireEvent.click(await screen.findByRole('button', { name: 'この表示を消す' }))
    const undo = await screen.findByRole('button', { name: '「朝の確認」を元に戻す' })
    await waitFor(() => expect(router.state.location.search).toEqual({ status: '11' }))
    expect(document.activeElement).toBe(tab('+ 表示を保存'))
    fireEvent.click(undo)
    expect(await screen.findByRole('button', { name: '朝の確認' })).toBeTruthy()
  })

  it('of somebody else is only its conditions', async () => {
    await openAt('/things?view=late&saved=%E8%AA%B0%E3%81%8B')
    expect(tab('遅れている').getAttribute('aria-pressed')).toBe('true')
    expect(screen.queryByRole('button', { name: '表示を編集' })).toBeNull()
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
