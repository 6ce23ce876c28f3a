import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pickupWindow } from '#contract/application'
import { formatDateJa, tokyoDate } from '#contract/day'
import { kitArrival, kitPlan } from '#contract/request-kit'
import { isHoliday } from '#server/platform/calendar'
import { type Site, startSite } from '../support/site.ts'
import { desktop, eventually, heading, openVisit, phone, press, settled, textOf } from './browse.ts'
import { agreeAndApply, chooseShop, fillGoods, goToDelivery } from './customer.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.t.pool.query("update shop set kit_sizes = '{80,120}' where id = $1", [
    site.world.aoyama.shops[0],
  ])
})
afterAll(() => site.close())

/** `12月1日(火)` */
const shown = (day: string): string => formatDateJa(day).replace(/^\d+年/, '')

describe('from a telephone to the desk', () => {
  const number = '300000000005'

  test('a kit is ordered, sent under a number, and followed by the customer', async () => {
    const { t, world } = site
    const mine = (await openVisit(site, phone, 'customer', world.hanako)).page
    await chooseShop(mine)
    await fillGoods(mine, { boxes: '2' })
    await goToDelivery(mine)
    await mine.getByRole('radio', { name: /^集荷に来てもらう/ }).check()
    await mine.getByRole('radio', { name: /^ヤマト運輸/ }).check()
    await mine.getByRole('radio', { name: /^段ボールを届けてもらう/ }).check()
    await mine.getByRole('radio', { name: /^120サイズ/ }).check()
    await mine.getByRole('radio', { name: /^14〜16時/ }).check()

    const { expectedOn } = kitPlan('YAMATO', tokyoDate(t.clock.now()), isHoliday)
    const { from } = pickupWindow(tokyoDate(t.clock.now()), expectedOn)
    const day = mine.locator('input[name="pickupDate"]')
    const typeDay = async (text: string) => {
      await mine.getByRole('spinbutton').first().click()
      await mine.keyboard.press('Control+a')
      await mine.keyboard.press('Delete')
      await mine.keyboard.type(text.replaceAll(/\D/g, ''))
      await press(mine, '次へ')
    }
    await typeDay('2026/11/31')
    await mine.getByRole('alert').getByText('2026年11月31日は暦にありません', { exact: false }).waitFor()
    expect(await day.inputValue()).toBe('2026/11/31')
    await mine.reload()
    await heading(mine, 'どうやって送りますか', 2)
    await eventually(() => day.inputValue()).toBe('2026/11/31')
    await day.fill(expectedOn.replaceAll('-', '/'))
    await press(mine, '次へ')
    const why = await textOf(mine.getByRole('alert').filter({ hasText: '段ボールのお届け予定は' }))
    expect(why).toContain(shown(expectedOn))
    expect(why).toContain(shown(from))
    expect(await day.inputValue()).toBe(expectedOn.replaceAll('-', '/'))
    await typeDay(from)

    await heading(mine, 'この内容でよろしいですか', 2)
    await mine.getByText(`段ボール 120サイズ・2箱を、${shown(expectedOn)}ごろお届け(無料)`).waitFor()
    const request = await agreeAndApply(mine)

    const desk = (await openVisit(site, desktop, 'business', world.aoyama.staff)).page
    await desk.goto('/biz/kits')
    await settled(desk)
    await desk.getByLabel(`申し込み${request}の送り状番号`).fill(number)
    await desk.keyboard.press('Enter')
    await press(desk, '1件を発送済みにする')
    await desk.getByText(new RegExp(`申し込み ${request}: 発送済みにしました`)).waitFor()
    const sentOn = tokyoDate(t.clock.now())
    t.clock.forward(11 * 60_000)
    await t.runJobs()

    await mine.goto('/notifications')
    await settled(mine)
    await mine.getByText('段ボールを発送しました').first().waitFor()
    await mine.goto(`/requests/${request}`)
    await settled(mine)
    await mine.getByText('段ボールを発送しました').first().waitFor()
    const facts = await textOf(mine.locator('#main'))
    expect(facts).toContain(`発送しました ${shown(sentOn)}`)
    expect(facts).toContain(`${shown(kitArrival('YAMATO', sentOn, isHoliday))}ごろ`)
    expect(facts).toContain(number)
    const link = mine.getByRole('link', { name: /いまどこにあるかを見る/ })
    expect(await link.getAttribute('href')).toContain(number)
  })
})
