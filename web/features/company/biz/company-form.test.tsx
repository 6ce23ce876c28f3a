import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import CompanyFormPage from './company-form.page.tsx'

const stored = {
  id: 7,
  name: '株式会社栄リユース',
  is_operator: false,
  representative: '栄 三枝',
  license_number: '第541031908215号',
  public_safety_commission: '愛知県公安委員会',
  postal_code: '4600008',
  address: '愛知県名古屋市中区栄3-6-1',
  phone: '0522420300',
  store_key: 'sakae',
  reply_business_days: 7,
  return_cost: 0,
  shop_count: 1,
  user_count: 1,
  unconfirmed_count: 0,
  version: 2,
}
const theirs = { ...stored, representative: '栄 四郎', phone: '0522420399', version: 3 }

let server: TestServer
let write: (seen: Seen) => Reply
beforeEach(async () => {
  window.localStorage.clear()
  server = await startServer((seen) => (seen.method === 'GET' ? { json: stored } : write(seen)))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (path: string) =>
  openBiz(path, {
    '/biz/companies/new': CompanyFormPage,
    '/biz/companies/$id/edit': CompanyFormPage,
    '/biz/companies/$id': () => <p>company</p>,
  }).router

const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const typedIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('says at the fields what the server refuses, and keeps what was typed over a reload', async () => {
  write = () => ({
    status: 400,
    json: { license_number: ['この許可証番号は、ほかの会社で登録されています。'] },
  })
  open('/biz/companies/7/edit')
  await fill('代表者', '栄 五月')
  press('この内容で保存する')
  const field = await screen.findByText('この許可証番号は、ほかの会社で登録されています。')
  expect(screen.getByLabelText('古物商許可証番号').getAttribute('aria-describedby')).toContain(field.id)
  expect(typedIn('代表者')).toBe('栄 五月')
  cleanup()
  open('/biz/companies/7/edit')
  expect(await screen.findByText('書きかけの内容が残っていました')).toBeTruthy()
  expect(typedIn('代表者')).toBe('栄 五月')
  press('書きかけを消して、はじめから入力する')
  expect(typedIn('代表者')).toBe('栄 三枝')
})

it('asks for nothing before what is missing is there', async () => {
  open('/biz/companies/new')
  await fill('会社名', '株式会社栄リユース')
  press('会社を登録する')
  expect(await screen.findByText('6か所をご確認ください')).toBeTruthy()
  expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('lays both versions side by side, and saves what was chosen upon the newer one', async () => {
  write = ({ json }) =>
    (json as { version: number }).version === 2
      ? { status: 400, json: { version: ['x'], code: 'stale_version', current: theirs } }
      : { json: { ...theirs, ...(json as object), version: 4 } }
  const router = open('/biz/companies/7/edit')
  await fill('代表者', '栄 五月')
  press('この内容で保存する')
  const dialog = within(await screen.findByRole('dialog', { name: 'ほかの画面で更新されました' }))
  expect(dialog.getAllByRole('row')).toHaveLength(3)
  fireEvent.click(dialog.getByRole('radio', { name: '電話番号: 保存されている内容' }))
  fireEvent.click(dialog.getByRole('button', { name: '選んだ内容で保存する' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/biz/companies/7'))
  const sent = server.seen.filter(({ method }) => method === 'PUT').at(-1)?.json
  expect(sent).toMatchObject({ representative: '栄 五月', phone: '052-242-0399', version: 3 })
})
