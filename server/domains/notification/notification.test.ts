import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOffer } from '#server/domains/assessment/assessment.factory'
import { makeHold } from '#server/domains/hold/hold.factory'
import { makeItem } from '#server/domains/item/item.factory'
import { makeRequest } from '#server/domains/purchase-request/purchase-request.factory'
import { allTasks } from '#server/jobs'
import { type JobName, runJob } from '#server/platform/jobs'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { answer, assessAll, offered, publish } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const inbox = (account: number) =>
  t.db
    .selectFrom('notification')
    .select(['title', 'body', 'link', 'event'])
    .where('account_id', '=', account)
    .orderBy('id')
    .execute()

const run = async (task: JobName, payload: Record<string, unknown>) =>
  runJob(allTasks(t.db, t.tools), task, payload)

describe('messages', () => {
  it('follow a box from the application to the money, in the inbox and by mail', async () => {
    const box = await offered(t, w)
    await t.runJobs()
    const before = await inbox(w.hanako.account_id)
    expect(before.map((row) => row.title)).toEqual([
      'お申し込みを受け付けました',
      'お荷物が届きました',
      '査定結果をご確認ください',
    ])
    expect(before.at(-1)).toMatchObject({
      body: '査定が終わりました。2点で ¥17,500 です。12月3日(木)までにお選びください。お返事がないときは、売却せずにお返しします。',
      link: `/requests/${box.id}/result`,
    })
    const mail = t.outbox.at(-1)
    expect(mail?.to).toBe('hanako@example.jp')
    expect(mail?.subject).toBe(`【おくる】査定結果をご確認ください（お申し込み番号 ${box.id}）`)
    expect(mail?.text).toContain(`/requests/${box.id}/result`)

    expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
    await t.runJobs()
    const after = (await inbox(w.hanako.account_id)).slice(before.length)
    expect(after.map((row) => row.title)).toEqual(['お返事を承りました', '買取が成立しました'])
    expect(after.at(-1)?.body).toContain('2点の代金 ¥17,500 を残高に入れました。')
    expect(t.outbox.map((sent) => sent.subject)).not.toContain('【おくる】お返事を承りました')
  })

  it('are told once, however often their job runs', async () => {
    const box = await offered(t, w)
    await t.runJobs()
    const letters = t.outbox.length
    const told = await inbox(w.hanako.account_id)
    await run('notification.request', { request: box.id, from: 10, to: 11 })
    await Promise.all([
      run('notification.request', { request: box.id, from: 10, to: 11 }),
      run('notification.request', { request: box.id, from: 10, to: 11 }),
    ])
    await t.runJobs()
    expect(await inbox(w.hanako.account_id)).toEqual(told)
    expect(t.outbox.length).toBe(letters)
  })

  it('are told again for the same move made again', async () => {
    const box = await offered(t, w)
    await t.runJobs()
    const asked = await t.ask(`POST /api/purchase_requests/${box.id}/second-look/`, {
      token: w.hanako.token,
      body: { reason: '新品のはずです' },
    })
    expect(asked.status).toBe(200)
    await t.runJobs()
    expect((await inbox(w.hanako.account_id)).at(-1)?.title).toBe('再査定のご依頼を受け付けました')
    await assessAll(t, w, box, [14_000, 3_500, null])
    await publish(t, box)
    await t.runJobs()
    const offers = (await inbox(w.hanako.account_id)).filter((row) => row.link.endsWith(`/${box.id}/result`))
    expect(offers).toHaveLength(2)
  })

  it('reach nobody who has left', async () => {
    await offered(t, w)
    await t.db
      .updateTable('customer')
      .set({ left_at: t.clock.now().toISOString() })
      .where('id', '=', w.hanako.id)
      .execute()
    const told = await inbox(w.hanako.account_id)
    await t.runJobs()
    expect(await inbox(w.hanako.account_id)).toEqual(told)
    await t.db.updateTable('customer').set({ left_at: null }).where('id', '=', w.hanako.id).execute()
  })

  it('warn of a new and of a changed bank account, once a change', async () => {
    const told = (await inbox(w.taro.account_id)).length
    await run('notification.bank_account_changed', { customer: w.taro.id })
    expect((await inbox(w.taro.account_id)).length).toBe(told)
    await run('notification.bank_account_changed', { customer: w.hanako.id })
    await run('notification.bank_account_changed', { customer: w.hanako.id })
    const rows = (await inbox(w.hanako.account_id)).filter((row) => row.link === '/profile/bank-account')
    expect(rows.map(({ title }) => title)).toEqual(['振込先の口座が登録されました'])
    expect(JSON.stringify(rows)).not.toContain('1234567')
    await t.pool.query('update bank_account set version = version + 1 where customer_id = $1', [w.hanako.id])
    await run('notification.bank_account_changed', { customer: w.hanako.id })
    const newest = (await inbox(w.hanako.account_id)).filter((row) => row.link === '/profile/bank-account')
    expect(newest.map(({ title }) => title).sort()).toEqual([
      '振込先の口座が変わりました',
      '振込先の口座が登録されました',
    ])
  })

  it('remind of an offer on each of three days, but not while the box is held', async () => {
    const shop_id = w.aoyama.shops[0]
    const company_id = w.aoyama.company
    const offeredBox = async () => {
      const id = await makeRequest(t.db, {
        ...{
          customer_id: w.hanako.id,
          company_id,
          shop_id,
          terms_version: w.terms,
          status: 11,
          offer_total: 8000,
        },
        offered_at: '2026-11-20T15:00:00+09:00',
        offer_expires_at: '2026-12-01T23:59:59.999+09:00',
      })
      await makeItem(t.db, { id, company_id, shop_id, category_id: w.categories.coat })
      await makeOffer(t.db, id)
      return id
    }
    const free = await offeredBox()
    const held = await offeredBox()
    await makeHold(t.db, { request_id: held, company_id, placed_by: w.aoyama.staff.id })
    const told = async (id: number) =>
      (await inbox(w.hanako.account_id)).filter((row) => row.link.includes(`/${id}/`)).map((row) => row.body)
    await run('purchase-request.deadlines', {})
    await t.runJobs()
    await run('purchase-request.deadlines', {})
    await t.runJobs()
    const words =
      '査定の結果は、1点で ¥8,000 です。12月1日(火)までにお選びください。お返事がないときは、売却せずにお返しします。'
    expect((await told(free)).every((body) => body === words)).toBe(true)
    expect((await told(free)).length).toBeGreaterThanOrEqual(1)
    expect((await told(free)).length).toBeLessThanOrEqual(3)
    expect(await told(held)).toEqual([])
  })
})
