import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Site, startSite } from '../support/site.ts'
import { apply } from '../support/steps.ts'
import { desktop, heading, openVisit, phone, press, settled, textOf } from './browse.ts'
import { applyByPage } from './customer.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const withCheckDigit = (digits: number): string => `${digits}${digits % 7}`

/** `2026/11/24 10:05`, as carriers write it. */
function inFile(minutesAgo: number): string {
  const tokyo = new Date(site.t.clock.now().getTime() + 9 * 3_600_000 - minutesAgo * 60_000).toISOString()
  return `${tokyo.slice(0, 10).replaceAll('-', '/')} ${tokyo.slice(11, 16)}`
}

describe('from a telephone to the desk', () => {
  const first = 37_784_510_090

  test('two boxes are applied for, followed by a file of the carrier, and received one by one', async () => {
    const { t, world } = site
    const numbers = [first, first + 1].map(withCheckDigit)
    const mine = (await openVisit(site, phone, 'customer', world.hanako)).page
    const request = await applyByPage(mine, { boxes: '2', articles: '3' })
    const stored = await t.ask(`GET /api/biz/purchase_requests/${request}/`, {
      token: world.aoyama.staff.token,
    })
    await t.ask(`PUT /api/biz/purchase_requests/${request}/`, {
      token: world.aoyama.staff.token,
      body: {
        version: stored.body.version,
        trackings: numbers.map((tracking_number, index) => ({ box: index + 1, tracking_number })),
      },
    })

    const desk = (await openVisit(site, desktop, 'business', world.aoyama.staff)).page
    await desk.goto('/biz/tracking-imports')
    await heading(desk, '配送状況の取り込み')
    const load = async (rows: string[][]) => {
      const [chooser] = await Promise.all([
        desk.waitForEvent('filechooser'),
        press(desk, /^(別の)?ファイルを選ぶ$/),
      ])
      const lines = [['伝票番号', '荷物状況', '日時'], ...rows]
      const buffer = Buffer.from(lines.map((line) => line.join(',')).join('\r\n'))
      await chooser.setFiles({ name: 'yamato.csv', mimeType: 'text/csv', buffer })
    }
    const [one = '', two = ''] = numbers
    await load([
      [one, '荷物受付', inFile(3)],
      [two.replace(/(....)(....)(....)/, '$1-$2-$3'), '荷物受付', inFile(3)],
      [one, '配達完了', inFile(0)],
      ['123456789012', '配達完了', inFile(0)],
    ])
    await desk.getByText('まだ何も変わっていません', { exact: false }).waitFor()
    await desk.getByText('番号の誤り').waitFor()
    await press(desk, '3件を取り込む')
    await desk.getByText(/^取り込みました/).waitFor()

    await mine.goto(`/requests/${request}`)
    await settled(mine)
    await mine.getByRole('heading', { name: '箱の状況(2箱のうち0箱が到着)' }).waitFor()
    const shown = await textOf(mine.locator('#main'))
    expect(shown).toContain('発送')
    expect(shown.match(/運送会社が集荷しました/g)).toHaveLength(2)
    expect(shown.match(/お店に配達完了/g)).toHaveLength(1)

    const count = async (number: string, articles: string, verb: RegExp) => {
      await desk.goto('/biz/intake')
      await settled(desk)
      await desk.getByLabel('箱のラベルを読み取ってください').fill(number)
      await desk.keyboard.press('Enter')
      await heading(desk, /山田 花子 様/, 2)
      await desk.getByLabel('点数').fill(articles)
      await press(desk, verb)
      await desk.getByRole('heading', { level: 2, name: /で受け取りました$/ }).waitFor()
    }
    await count(one, '2', /^1箱目を 2点で受け取る/)
    await desk.getByText('2箱目が届いていません。').waitFor()
    await mine.goto(`/requests/${request}`)
    await settled(mine)
    await mine.getByRole('heading', { name: '箱の状況(2箱のうち1箱が到着)' }).waitFor()
    await count(two, '1', /^2箱目を 1点で受け取る/)
    await mine.goto(`/requests/${request}`)
    await settled(mine)
    await mine.getByRole('heading', { name: '箱の状況(2箱のうち2箱が到着)' }).waitFor()

    await desk.goto(`/biz/requests/${request}`)
    const past = desk.getByRole('list', { name: '進み具合' })
    await past.getByText(`1箱目を受け取り 2点 ${world.aoyama.staff.name}`).waitFor()
    await past.getByText(`2箱目を受け取り 1点 ${world.aoyama.staff.name}`).waitFor()
  })

  test('a number that two requests have is chosen by the name on the slip', async () => {
    const { t, world } = site
    const number = withCheckDigit(first + 7)
    const made = await Promise.all(
      [1, 2].map(async () => {
        const { id } = await apply(t, world)
        await t.ask(`PATCH /api/purchase_requests/${id}/`, {
          token: world.hanako.token,
          body: { tracking_number: number },
        })
        return id
      }),
    )
    const desk = (await openVisit(site, desktop, 'business', world.aoyama.staff)).page
    await desk.goto('/biz')
    await settled(desk)
    await desk.goto(`/biz/intake?code=${number}`)
    await heading(desk, 'この番号は、2件の申し込みにあります', 2)
    const oldest = Math.min(...made)
    await desk.getByRole('button', { name: new RegExp(`申し込み ${oldest} `) }).focus()
    await desk.keyboard.press('Enter')
    await desk.getByText(new RegExp(`^申し込み ${oldest} ・`)).waitFor()
    expect(await desk.getByText('この番号は、2件の申し込みにあります').count()).toBe(0)
  })
})
