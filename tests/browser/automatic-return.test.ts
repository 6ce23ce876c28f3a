import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allTasks } from '#server/jobs'
import { linkInMail, type Site, startSite } from '../support/site.ts'
import { offered } from '../support/steps.ts'
import { signIn } from '../support/world.ts'
import { axeIsClean } from './axe.ts'
import {
  eventually,
  fillLogin,
  heading,
  openVisit,
  phone,
  press,
  settled,
  staysSignedIn,
  textOf,
} from './browse.ts'

/** Nobody answers: nothing is sold, all of it goes back by itself, and both sides see how far it is. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const day = 86_400_000

/** The jobs of the next days, as the schedule starts them. */
async function daysPass(days: number): Promise<void> {
  const { t } = site
  for (let passed = 0; passed < days; passed++) {
    t.clock.forward(day)
    await allTasks(t.db, t.tools)['purchase-request.deadlines']({})
    await t.runJobs()
  }
}

const subjectsTo = (email: string) =>
  site.t.outbox.filter(({ to }) => to === email).map(({ subject }) => subject)

describe('on a telephone', () => {
  test('reminded, not answered, sent back and arrived; a page left open learns of it', async () => {
    const { t, world } = site
    const { email } = world.hanako
    for (const who of [world.hanako, world.aoyama.staff, world.aoyama.admin])
      Object.assign(who, await signIn(t, who))
    t.outbox.length = 0
    const box = await offered(t, world)
    await t.runJobs()
    const { page: left } = await openVisit(site, phone)
    await left.goto(linkInMail(site, email))
    await fillLogin(left, email)
    await heading(left, /査定額の合計/)
    await left.goto(`/requests/${box.id}/result?view=list`)
    await press(left, 'すべて売る')

    await daysPass(8)
    expect(subjectsTo(email).filter((subject) => /期限|お返事/.test(subject)).length).toBeGreaterThan(0)
    await daysPass(8)
    const { rows } = await t.pool.query('select status from purchase_request where id = $1', [box.id])
    expect(rows).toEqual([{ status: 22 }])

    // The press of somebody who comes back to the old page sells nothing.
    await staysSignedIn(left)
    await press(left, 'この内容でお返事する')
    await press(left.getByRole('dialog'), '¥17,500で売る')
    await left.getByText('この申し込みには、いまはお返事いただけません').first().waitFor()
    await left
      .getByText(/お返事をいただく前に、3点をお返しすることになりました。売却はしていません。/)
      .waitFor()
    const sold = await t.pool.query(
      `select count(*)::int from purchase_item where request_id = $1 and status in (4, 6)`,
      [box.id],
    )
    expect(sold.rows[0].count).toBe(0)

    const { page: mine } = await openVisit(site, phone)
    await mine.goto(linkInMail(site, email))
    await fillLogin(mine, email)
    await settled(mine)
    await mine.goto(`/requests/${box.id}`)
    await mine.getByText('お返しする品を発送する準備をしています。').waitFor()
    await mine.getByText('自動・お返事の期限を過ぎたため').waitFor()
    await axeIsClean(mine)
    await mine.getByRole('link', { name: '査定結果を見る' }).click()
    await mine.getByText('¥14,000').first().waitFor()
    expect(await mine.getByRole('button', { name: /^売る/ }).count()).toBe(0)

    const { page: desk } = await openVisit(site, 1440, 'business', box.staff)
    await desk.goto('/biz/returns')
    await heading(desk, '返送')
    await desk
      .getByRole('row')
      .filter({ hasText: String(box.id) })
      .click()
    await press(desk, /^返送を済ませる/)
    const dialog = desk.getByRole('dialog', { name: '返送を済ませる' })
    await dialog.getByText('箱に入れるもの 3点').waitFor()
    await dialog.getByLabel('運送会社').selectOption({ label: 'ヤマト運輸' })
    await dialog.getByLabel('送り状番号').fill('1234-5678-9013')
    await dialog.getByLabel('箱に入れた点数').fill('3')
    await press(dialog, '返送を済ませる')
    await dialog.waitFor({ state: 'hidden' })
    await t.runJobs()

    await mine.goto(`/requests/${box.id}`)
    await mine.getByText('123456789013').first().waitFor()
    expect(await mine.getByRole('button', { name: /売る/ }).count()).toBe(0)
    await mine.goto('/balance')
    await eventually(() => textOf(mine.locator('#main'))).toMatch(/お振込みできる金額\s*¥\s*0/)
    expect(subjectsTo(email).some((subject) => subject.includes('お返し'))).toBe(true)
  })
})
