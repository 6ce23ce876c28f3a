import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import DiscrepanciesPage from './discrepancies.page.tsx'

const row = {
  ...{ request: 10_050, status: 10, shop: 1, shop_name: '青山本店', customer_name: '山田 花子' },
  ...{ arrived_at: '2026-11-20T10:00:00+09:00', declared: 5, received: 3, articles: 3, placed: 2 },
  ...{ sold: 0, returned: 0, disposed: 0, mark: '5f1c0a9be27d4c33', explanation: null },
  problems: [
    { kind: 'short', count: 2, items: [] },
    { kind: 'unplaced', count: 1, items: [3] },
  ],
}
const explanation = { reason: '3点で合っている', by: '青山 一郎', at: '2026-11-23T10:00:00+09:00' }

let server: TestServer
let isOutdated: boolean
let isGone: boolean

function respond({ path }: Seen): Reply {
  if (path === '/api/me/') {
    const company = { id: 1, name: 'アオヤマ', shops: [{ id: 1, name: '青山本店' }] }
    return { json: { id: 9, business_user: { id: 9, name: '青山 一郎', role: 'staff', company } } }
  }
  if (!path.endsWith('/explain/'))
    return { json: isGone ? { count: 0, results: [] } : { count: 1, results: [row] } }
  if (isGone)
    return {
      status: 400,
      json: { non_field_errors: ['変わりました'], code: 'stale_version', current: { ...row, explanation } },
    }
  const current = { ...row, mark: 'anothermark', problems: row.problems.slice(0, 1) }
  return isOutdated
    ? { status: 400, json: { non_field_errors: ['変わりました'], code: 'stale_version', current } }
    : { json: { ...row, explanation } }
}

beforeEach(async () => {
  localStorage.clear()
  isOutdated = false
  isGone = false
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

it('says what does not add up, and takes the reason for exactly that by the keyboard', async () => {
  openBiz('/biz/custody/discrepancies?open=10050', { '/biz/custody/discrepancies': DiscrepanciesPage })
  const table = await screen.findByRole('table', { name: '点数の合わない申し込み' })
  expect(within(table).getByText('申告より2点足りません ・ 置き場の記録がありません: 3番')).toBeTruthy()
  await screen.findByRole('button', { name: /理由を記録する/ })
  fireEvent.keyDown(document.body, { code: 'KeyE', key: 'e' })
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/分かったこと/), { target: { value: '3点で合っている' } })
  isOutdated = true
  fireEvent.click(within(dialog).getByRole('button', { name: /^記録する/ }))
  expect(await within(dialog).findByText(/点数がその間に変わりました/)).toBeTruthy()
  isOutdated = false
  fireEvent.click(within(dialog).getByRole('button', { name: /^記録する/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = server.to('/api/biz/custody/discrepancies/10050/explain/').map(({ json }) => json)
  expect(sent).toEqual([
    { reason: '3点で合っている', mark: '5f1c0a9be27d4c33' },
    { reason: '3点で合っている', mark: 'anothermark' },
  ])
})

it('says who was faster when somebody else has explained it meanwhile, and keeps what was typed', async () => {
  openBiz('/biz/custody/discrepancies?open=10050', { '/biz/custody/discrepancies': DiscrepanciesPage })
  fireEvent.click(await screen.findByRole('button', { name: /理由を記録する/ }))
  const dialog = await screen.findByRole('dialog')
  const reason = within(dialog).getByLabelText(/分かったこと/)
  fireEvent.change(reason, { target: { value: '4点でした' } })
  isGone = true
  fireEvent.click(within(dialog).getByRole('button', { name: /^記録する/ }))
  expect(
    await within(dialog).findByText(/青山 一郎さんが先に理由を記録しました。「3点で合っている」/),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: '10050' })).toBeNull())
  expect((reason as HTMLTextAreaElement).value).toBe('4点でした')
})
