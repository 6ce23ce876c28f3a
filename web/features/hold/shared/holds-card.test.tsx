import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/day'
import { todayInTokyo } from '#web/lib/dates.ts'
import { type Reply, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { HoldsCard } from './holds-card.tsx'

type Hold = Parameters<typeof HoldsCard>[0]['holds'][number]

const hold: Hold = {
  id: 4,
  request: 31,
  item: null,
  kind: 'police_order',
  reason: '差止めの連絡',
  seizure: '',
  orderedOn: null,
  until: null,
  policeStation: '',
  reportedAt: null,
  reportedBy: '',
  reportNumber: '',
  earlierReports: [],
  placedBy: '佐藤 美咲',
  placedAt: '2026-11-20T10:00:00+09:00',
  firstReleaseBy: '',
  releasedBy: '',
  releasedAt: null,
}

let server: TestServer
let reply: Reply

beforeEach(async () => {
  localStorage.clear()
  reply = { json: { id: 4, kind: 'police_order', placed_by: '佐藤 美咲' } }
  server = await startServer(() => reply)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (...holds: Hold[]) =>
  openBiz('/biz/requests/31', {
    '/biz/requests/$id': () => <HoldsCard request={31} holds={holds} />,
  })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const sent = () => server.seen.map(({ method, path, json }) => ({ route: `${method} ${path}`, json }))
const write = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the card of holds', () => {
  it('places a hold with its kind and reason, and asks for a missing reason', async () => {
    open()
    expect(await screen.findByText('保留はありません。')).toBeTruthy()
    await press('保留にする')
    const dialog = await screen.findByRole('dialog')
    const place = () => fireEvent.click(within(dialog).getByRole('button', { name: '保留にする' }))
    place()
    expect(await within(dialog).findByText('理由を入力してください')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(/くわしい理由/))
    expect(sent()).toEqual([])

    fireEvent.click(within(dialog).getByRole('radio', { name: /品触れ/ }))
    write(/くわしい理由/, ' 品触れに似た時計です。 ')
    place()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()).toEqual([
      {
        route: 'POST /api/biz/purchase_requests/31/holds/',
        json: { kind: 'stolen_notice', reason: '品触れに似た時計です。' },
      },
    ])
  })

  it('asks for station and days of an order, and sends thirty days unless told otherwise', async () => {
    const today = todayInTokyo()
    open()
    await press('保留にする')
    const dialog = await screen.findByRole('dialog')
    const place = () => fireEvent.click(within(dialog).getByRole('button', { name: '保留にする' }))
    expect(within(dialog).queryByLabelText(/差止めを受けた日/)).toBeNull()
    fireEvent.click(within(dialog).getByRole('radio', { name: /差止め/ }))
    write(/くわしい理由/, '差止めの連絡')
    place()
    expect(await within(dialog).findByText('差止めをした警察署を入力してください。')).toBeTruthy()
    write(/差止めをした警察署/, '青山警察署')
    write(/差止めを受けた日/, addDays(today, 1))
    expect(await within(dialog).findByText('今日までの日付を入力してください。')).toBeTruthy()
    write(/差止めを受けた日/, '')
    write(/差止めを受けた日/, addDays(today, -2))
    expect(screen.getByLabelText(/差止めの期限/)).toHaveProperty('value', addDays(today, 28))
    write(/差止めの期限/, addDays(today, 29))
    expect(await within(dialog).findByText(/受けた日から30日以内/)).toBeTruthy()
    write(/差止めの期限/, addDays(today, 18))
    place()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent().map(({ json }) => json)).toEqual([
      {
        kind: 'police_order',
        reason: '差止めの連絡',
        police_station: '青山警察署',
        ordered_on: addDays(today, -2),
        until: addDays(today, 18),
      },
    ])
  })

  it('shows the station and the days of an order', async () => {
    open({ ...hold, policeStation: '青山警察署', orderedOn: '2026-11-20', until: '2026-12-20' })
    expect(await screen.findByText('青山警察署')).toBeTruthy()
    expect(screen.getByText('2026年11月20日(金) 〜 2026年12月20日(日)')).toBeTruthy()
  })

  it('takes two persons to release, and keeps the reason when the second is refused', async () => {
    reply = { status: 403, json: { detail: '別の担当者の確認が必要です。', code: 'two_people_required' } }
    open({ ...hold, firstReleaseBy: '青山 一郎' })
    await press('2人目として解除する')
    const dialog = await screen.findByRole('dialog', { name: '2人目として保留を解除します' })
    expect(within(dialog).getByText(/1人目の確認は 青山 一郎 です/)).toBeTruthy()
    write(/解除する理由/, '差止めが解かれました')
    write(/引き渡しの記録/, '青山警察署')
    fireEvent.click(within(dialog).getByRole('button', { name: '保留を解除する' }))
    expect(await within(dialog).findByRole('alert')).toBeTruthy()
    expect(screen.getByDisplayValue('差止めが解かれました')).toBeTruthy()

    reply = { json: { id: 4, released_by: '佐藤 美咲' } }
    fireEvent.click(within(dialog).getByRole('button', { name: '保留を解除する' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()[1]).toEqual({
      route: 'POST /api/biz/holds/4/release/',
      json: { reason: '差止めが解かれました', seizure: '青山警察署' },
    })
  })

  it('offers nothing more for a hold that was released', async () => {
    open({ ...hold, releasedBy: '青山 一郎', releasedAt: '2026-11-21T10:00:00+09:00' })
    expect(await screen.findByText('解除済み')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /解除/ })).toBeNull()
  })
})
