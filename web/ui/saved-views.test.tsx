import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { useListState } from '#web/lib/list-state.ts'
import { startServer, type TestServer } from '#web/lib/test-server.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { RowsPage } from './rows-page.tsx'
import { openBiz } from './test-page.tsx'

type Row = { id: number; name: string; shop: string }
const columns: readonly Column<Row>[] = [
  { key: 'id', header: '番号', cell: ({ id }) => id },
  { key: 'name', header: 'お客さま', cell: ({ name }) => name },
  { key: 'shop', header: '店舗', extra: true, cell: ({ shop }) => shop },
]
const read = {
  data: { count: 1, results: [{ id: 1, name: '山田', shop: '青山店' }] },
  error: null as unknown,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}
const tabs = [
  { value: 'all', label: 'すべて' },
  { value: 'late', label: '遅れている' },
]

function Requests() {
  const list = useListState(purchaseRequestCalls.bizList)
  return (
    <RowsPage
      name="requests"
      title="申し込み"
      label="申し込みの一覧"
      columns={columns}
      list={{ ...list, read }}
      rowKey={({ id }) => id}
      tabs={tabs}
      tab={list.query.view}
      searchOfTab={(view) => ({ view: view === 'all' ? undefined : view })}
      filters={<p>条件</p>}
      empty={null}
    />
  )
}

// biome-ignore lint/suspicious/noExplicitAny: rows as the wire has them
type View = Record<string, any>
let server: TestServer
let views: View[]
let refuses: { status: number; json: unknown } | undefined

const made = (more: View): View => ({
  id: 1 + Math.max(0, ...views.map(({ id }) => id)),
  list: 'requests',
  search: '',
  hidden: null,
  shop: null,
  shop_name: '',
  shared_by: '',
  is_default: false,
  may_change: true,
  version: 1,
  ...more,
})

beforeEach(async () => {
  window.localStorage.clear()
  views = []
  refuses = undefined
  server = await startServer(({ method, path, json }) => {
    const body = json as View
    const id = Number(path.split('/').at(-2))
    if (!path.startsWith('/api/biz/saved-views/'))
      return {
        json: {
          id: 9,
          email: 'a@example.test',
          business_user: { id: 9, is_admin: true, company: { id: 1, shops: [{ id: 2, name: '青山店' }] } },
        },
      }
    if (method === 'GET') return { json: views }
    if (refuses) return refuses
    if (path.endsWith('/default/')) {
      views = views.map((view) => ({ ...view, is_default: view.id === body.view }))
      return { json: body }
    }
    if (path.endsWith('/shift/')) {
      views.reverse()
      return { json: views[0] }
    }
    if (method === 'DELETE') {
      views = views.filter((view) => view.id !== id)
      return { status: 204 }
    }
    if (method === 'PATCH') {
      views = views.map((view) => (view.id === id ? { ...view, ...body, version: view.version + 1 } : view))
      return { json: views.find((view) => view.id === id) }
    }
    views.push(made({ ...body, shop_name: body.shop ? '青山店' : '' }))
    return { status: 201, json: views.at(-1) }
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const openAt = async (address: string) => {
  const page = openBiz(address, { '/requests': Requests })
  await screen.findByRole('heading', { name: '申し込み' })
  return page
}
const tab = (name: string) => screen.getByRole('button', { name })
const column = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const pressed = (name: string) => waitFor(() => expect(tab(name).getAttribute('aria-pressed')).toBe('true'))

async function saveAs(name: string, also?: (dialog: ReturnType<typeof within>) => void | Promise<void>) {
  fireEvent.click(tab('+ 表示を保存'))
  const dialog = within(await screen.findByRole('dialog', { name: '表示を保存' }))
  fireEvent.change(dialog.getByLabelText(/^名前/), { target: { value: name } })
  await also?.(dialog)
  fireEvent.click(dialog.getByRole('button', { name: /保存する/ }))
}

async function edit(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: /^保存した表示/ }))
  fireEvent.click(await screen.findByRole('button', { name: `「${name}」を編集` }))
  return within(await screen.findByRole('dialog', { name: `表示「${name}」` }))
}

describe('a view of a list', () => {
  it('brings conditions, order and columns back, in one press', async () => {
    await openAt('/requests?view=late&status=11&ordering=-id&page=3')
    fireEvent.click(column('お客さま'))
    await saveAs('朝の確認')
    await pressed('朝の確認')
    expect(views).toMatchObject([
      { name: '朝の確認', search: 'ordering=-id&status=11&view=late', hidden: ['shop', 'name'], shop: null },
    ])
    cleanup()
    const { router } = await openAt('/requests')
    fireEvent.click(column('店舗'))
    expect(heads()).toEqual(['番号', '店舗'])
    fireEvent.click(await screen.findByRole('button', { name: '朝の確認' }))
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        view: 'late',
        status: '11',
        ordering: '-id',
        saved: '1',
      }),
    )
    expect(heads()).toEqual(['番号'])
    fireEvent.click(tab('すべて'))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    expect(heads()).toEqual(['番号', '店舗'])
  })

  it('is written over when its conditions or columns have changed', async () => {
    views = [made({ name: '確認待ち', search: 'status=11' })]
    const { router } = await openAt('/requests?status=11&saved=1')
    await pressed('確認待ち')
    expect(screen.queryByRole('button', { name: /上書き/ })).toBeNull()
    await router.navigate({ to: '.', search: { ...router.state.location.search, status: '12' } } as never)
    fireEvent.click(column('お客さま'))
    fireEvent.click(await screen.findByRole('button', { name: '今の条件で上書きする' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /上書き/ })).toBeNull())
    expect(views).toMatchObject([{ search: 'status=12', hidden: ['shop', 'name'], version: 2 }])
  })

  it('is shared with a shop, and then only its administrators change it', async () => {
    await openAt('/requests?status=11')
    await saveAs('店の朝', async (dialog) => {
      fireEvent.change(await dialog.findByLabelText(/^使う人/), { target: { value: '2' } })
    })
    await pressed('店の朝')
    expect(views).toMatchObject([{ shop: 2 }])
    cleanup()
    views = views.map((view) => ({ ...view, may_change: false, shared_by: '佐藤', search: 'status=12' }))
    await openAt('/requests?status=11&saved=1')
    await pressed('店の朝')
    expect(screen.queryByRole('button', { name: /上書き/ })).toBeNull()
    const dialog = await edit('店の朝')
    expect(dialog.getByLabelText<HTMLInputElement>(/^名前/).disabled).toBe(true)
    expect(dialog.queryByRole('button', { name: 'この表示を消す' })).toBeNull()
    fireEvent.click(dialog.getByLabelText(/はじめに/))
    fireEvent.click(dialog.getByRole('button', { name: '保存する' }))
    await waitFor(() => expect(views).toMatchObject([{ is_default: true, version: 1 }]))
  })

  it('opens its list where somebody chose so, and all rows stay one press away', async () => {
    views = [made({ name: '遅れ', search: 'view=late', is_default: true })]
    const { router } = await openAt('/requests')
    await waitFor(() => expect(router.state.location.search).toEqual({ view: 'late', saved: '1' }))
    fireEvent.click(tab('すべて'))
    await waitFor(() => expect(router.state.location.search).toEqual({ saved: 'none' }))
    await pressed('すべて')
  })

  it('keeps what was typed when it is refused', async () => {
    await openAt('/requests')
    refuses = { status: 400, json: { name: ['同じ名前の表示がもうあります。'], code: 'view_name_taken' } }
    await saveAs('朝の確認')
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText('同じ名前の表示がもうあります。')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>(/^名前/).value).toBe('朝の確認')
    refuses = undefined
    fireEvent.click(dialog.getByRole('button', { name: '保存する' }))
    await pressed('朝の確認')
  })

  it('goes away, leaves the list as it is, and comes back when that was a mistake', async () => {
    views = [made({ name: '朝の確認', search: 'status=11', hidden: ['name'] })]
    const { router } = await openAt('/requests?status=11&saved=1')
    await pressed('朝の確認')
    fireEvent.click((await edit('朝の確認')).getByRole('button', { name: 'この表示を消す' }))
    const undo = await screen.findByRole('button', { name: '「朝の確認」を元に戻す' })
    await waitFor(() => expect(router.state.location.search).toEqual({ status: '11' }))
    fireEvent.click(undo)
    await waitFor(() => expect(views).toMatchObject([{ search: 'status=11', hidden: ['name'] }]))
    expect(await screen.findByRole('button', { name: '朝の確認' })).toBeTruthy()
  })

  it('changes its place, by the keyboard alone', async () => {
    views = [made({ name: '一' })]
    views.push(made({ name: '二' }))
    await openAt('/requests')
    await screen.findByRole('button', { name: '二' })
    fireEvent.keyDown(document.body, { code: 'KeyV' })
    fireEvent.click(await screen.findByRole('button', { name: '「二」を前へ' }))
    await waitFor(() => expect(views.map(({ name }) => name)).toEqual(['二', '一']))
    expect(server.to('/api/biz/saved-views/2/shift/')[0]?.json).toEqual({ towards: 'front' })
  })

  it('of somebody else is only its conditions', async () => {
    await openAt('/requests?view=late&saved=77')
    await pressed('遅れている')
    expect(screen.queryByRole('button', { name: /^保存した表示/ })).toBeNull()
  })
})

it('what an older release kept in the browser moves to the server once', async () => {
  const older = {
    hidden: ['shop'],
    views: [
      { name: '朝', search: '?view=late' },
      { name: '夜', search: '' },
    ],
  }
  window.localStorage.setItem('list:business:9:requests', JSON.stringify(older))
  await openAt('/requests')
  expect(await screen.findByRole('button', { name: '夜' })).toBeTruthy()
  expect(views.map(({ name }) => name)).toEqual(['朝', '夜'])
  await waitFor(() =>
    expect(JSON.parse(window.localStorage.getItem('list:business:9:requests') ?? '')).toEqual({
      hidden: ['shop'],
    }),
  )
})
