import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { press } from '#web/ui/test-keys.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import BrandFormPage from './brand-form.page.tsx'
import BrandsPage from './brands.page.tsx'

const gucci = {
  ...{ id: 1, name: 'GUCCI', name_kana: 'グッチ', aliases: ['古馳'] },
  ...{ is_private: false, shops: [] as number[], version: 3 },
}
const prada = { ...gucci, id: 2, name: 'PRADA', name_kana: 'プラダ', aliases: [], shops: [7], version: 1 }
const company = { id: 4, name: '株式会社アオヤマ', is_operator: false, shops: [{ id: 7, name: '青山本店' }] }

let server: TestServer
let isOperator: boolean
let answers: Reply[]

function respond({ method, path }: Seen): Reply {
  const staff = { id: 9, name: '青山 一郎', role: 'admin', company: { ...company, is_operator: isOperator } }
  if (path === '/api/me/')
    return { json: { id: 9, email: 'x@x.example', customer: null, business_user: staff } }
  if (path === '/api/biz/saved-views/') return { json: [] }
  if (method === 'POST') return answers.shift() ?? { json: null }
  if (path === '/api/biz/brand-masters/1/') return { json: gucci }
  return { json: { count: 2, next: null, previous: null, results: [gucci, prada] } }
}

beforeEach(async () => {
  isOperator = false
  answers = []
  localStorage.clear()
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const sent = () => server.seen.filter(({ method }) => method === 'POST').map(({ path, json }) => [path, json])
const place = '/biz-brands-management/bulk-private/'

it('hides the chosen brands at once, and shows only those again that it hid', async () => {
  openBiz('/biz/brands', { '/biz/brands': () => <BrandsPage /> })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'この一覧をすべて選ぶ' }))
  answers = [{ json: { updated: 1, brands: [2] } }, { json: { updated: 1, brands: [2] } }]
  fireEvent.click(screen.getByRole('button', { name: /^非公開にする/ }))
  await screen.findByText('1件のブランドを非公開にしました。')
  fireEvent.click(screen.getByRole('button', { name: /^元に戻す/ }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toEqual([
    [place, { brands: [1, 2], is_private: true }],
    [place, { brands: [2], is_private: false }],
  ])
})

it('adds to a shop only those it does not handle yet, and keeps the choice when that fails', async () => {
  openBiz('/biz/brands', { '/biz/brands': () => <BrandsPage /> })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'この一覧をすべて選ぶ' }))
  answers = [{ status: 503, json: { detail: 'x', code: 'busy' } }, { json: { shop: 7, brands: [1, 2] } }]
  fireEvent.click(screen.getByRole('button', { name: /^取り扱いに加える/ }))
  await screen.findByRole('alert')
  within(screen.getByRole('region', { name: '選んだ行の操作' })).getByText('2件')
  fireEvent.click(screen.getByRole('button', { name: /^取り扱いに加える/ }))
  await screen.findByText('青山本店の取り扱いに加えました(1件)。')
  expect(sent().at(-1)).toEqual(['/api/shop-brand/', { shop: 7, brands: [1], is_handled: true }])
})

it('merges a brand only by its name, and again when somebody else changed it meanwhile', async () => {
  isOperator = true
  openBiz('/biz/brands/1', { '/biz/brands/$id': () => <BrandFormPage /> })
  fireEvent.click(await screen.findByRole('button', { name: 'ほかのブランドにまとめる' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('combobox'), { target: { value: 'プラダ' } })
  fireEvent.click(await screen.findByRole('option', { name: /PRADA/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'まとめる' }))
  await dialog.findByText('「GUCCI」と入力してください。')
  expect(sent()).toEqual([])
  fireEvent.change(dialog.getByLabelText(/確かめるため/), { target: { value: 'gucci' } })
  answers = [
    { status: 400, json: { code: 'stale_version', version: ['x'], current: { ...gucci, version: 5 } } },
    { json: prada },
  ]
  fireEvent.click(dialog.getByRole('button', { name: 'まとめる' }))
  await dialog.findByText(/それでもまとめるときは/)
  fireEvent.click(dialog.getByRole('button', { name: 'まとめる' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(([, json]) => json)).toEqual([
    { into: 2, version: 3 },
    { into: 2, version: 5 },
  ])
})

it('is done without a mouse: rows by arrows and Space, what is done and its way back by one key', async () => {
  openBiz('/biz/brands', { '/biz/brands': () => <BrandsPage /> })
  await screen.findByRole('checkbox', { name: 'PRADAを選ぶ' })
  for (const code of ['ArrowDown', 'ArrowDown', 'Space']) press(code, 300)
  within(await screen.findByRole('region', { name: '選んだ行の操作' })).getByText('1件')
  answers = [{ json: { updated: 1, brands: [2] } }, { json: { updated: 1, brands: [2] } }]
  press('KeyP', 300)
  await screen.findByText('1件のブランドを非公開にしました。')
  press('KeyZ', 300, { ctrlKey: true })
  await waitFor(() =>
    expect(sent()).toEqual([
      [place, { brands: [2], is_private: true }],
      [place, { brands: [2], is_private: false }],
    ]),
  )
})

it('says how a file was saved, so that characters it lost are found', async () => {
  isOperator = true
  openBiz('/biz/brands', { '/biz/brands': () => <BrandsPage /> })
  fireEvent.click(await screen.findByRole('button', { name: 'CSVを取り込む' }))
  answers = [{ json: { created: 0, updated: 0, unchanged: 1, errors: [] } }]
  const bu = new Uint8Array([0x83, 0x75])
  fireEvent.change(screen.getByLabelText('CSVファイル', { selector: 'input' }), {
    target: { files: [new File([bu], 'ブランド.csv')] },
  })
  await screen.findByText('新しく取り込むことはありません')
  expect(sent()).toEqual([
    ['/api/biz/brand-masters/bulk-upload/', { csv: 'ブ', encoding: 'shift_jis', dry_run: true }],
  ])
})
