import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing } from '#server/seed/drawing'
import { type Site, startSite } from '../support/site.ts'
import { contracted } from '../support/steps.ts'
import { axeIsClean } from './axe.ts'
import { desktop, eventually, openVisit, phone, settled } from './browse.ts'

/** Photos for the sale: a whole session from the camera's folder, and what one person does with them. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const LONG = 90_000

async function sitDown(width: number): Promise<{ page: Page; slug: string }> {
  const { slugs } = await contracted(site.t, site.world)
  const slug = slugs[0] as string
  const { page } = await openVisit(site, width, 'business', site.world.aoyama.staff)
  await page.goto(`/biz/productization/${slug}`)
  await settled(page)
  await page.getByText(/^写真 \d+枚$/).waitFor()
  return { page, slug }
}

const stored = async (slug: string) =>
  (
    await site.t.pool.query<{ id: number; sha256: string; name: string }>(
      `select p.id, p.sha256 from product_photo p join purchase_item i on i.id = p.item_id
       where i.slug = $1 order by p.position, p.id`,
      [slug],
    )
  ).rows

/** Each its own colour, so that no two are the same bytes. */
const small = (number: number) =>
  sharp({
    create: {
      ...{ width: 60, height: 80, channels: 3 },
      background: { r: 4 * number, g: 255 - 3 * number, b: 90 },
    },
  })
    .jpeg()
    .toBuffer()

async function drop(page: Page, files: readonly { name: string; bytes: Buffer }[]): Promise<void> {
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
      }
      return transfer
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  )
  await page.locator('.centre > div').dispatchEvent('drop', { dataTransfer: data })
}

const thumbs = (page: Page) => page.getByRole('button', { name: /^写真\d+を見る/ })

test('sixty photos are dropped, the network fails half-way, and each arrives once and in order', async () => {
  const { page, slug } = await sitDown(desktop)
  const files = await Promise.all(
    Array.from({ length: 60 }, async (_, place) => ({
      name: `IMG_${place + 1}.jpg`,
      bytes: await small(place + 1),
    })),
  )
  // Of one in ten the answer is lost after the server has stored it.
  let answers = 0
  await page.route('**/item-productization-image/', async (route) => {
    answers += 1
    if (answers % 10 !== 0) return route.continue()
    await route.fetch().catch(() => undefined)
    await route.abort().catch(() => undefined)
  })
  await drop(page, files.toReversed())
  await eventually(async () => (await stored(slug)).length, LONG).toBeGreaterThan(20)
  await page.context().setOffline(true)
  await page.getByText(/^未送信 \d+枚を送る$/).waitFor()
  const before = (await stored(slug)).length
  expect(before).toBeLessThan(60)
  await page.context().setOffline(false)
  // What was chosen is kept by the browser, so a reload loses nothing.
  await page.reload()
  await eventually(async () => (await stored(slug)).length, LONG).toBe(60)
  await page.getByText('写真 60枚', { exact: true }).waitFor({ timeout: LONG })
  await page.getByText(/枚を送りました$/).waitFor({ state: 'detached', timeout: LONG })
  const rows = await stored(slug)
  expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(60)
  expect(await thumbs(page).count()).toBe(60)
  // In the order the camera numbered them, whichever arrived first.
  const first = await site.t.ask(`GET /api/biz/item-productization/${slug}/`, {
    token: site.world.aoyama.staff.token,
  })
  const shades = await Promise.all(
    first.body.photos.map(async ({ url }: { url: string }) => {
      const { rawPayload } = await site.t.app.inject({ url })
      return (await sharp(rawPayload).raw().toBuffer())[0] as number
    }),
  )
  expect(shades).toEqual(shades.toSorted((one, other) => one - other))
  // There is no room for one more.
  await drop(page, [{ name: 'IMG_61.jpg', bytes: await small(61) }])
  await page.getByText(/1枚は入れていません/).waitFor()
}, 300_000)

test('a photo is turned, cropped, made even and put on white by keys, and compared with the original', async () => {
  const { page, slug } = await sitDown(desktop)
  const jacket = await sharp(Buffer.from(drawing('jacket', '紺')))
    .jpeg({ quality: 90 })
    .toBuffer()
  const tag = await small(7)
  const chooser = page.getByLabel(/^写真を選ぶ/)
  await chooser.setInputFiles([
    { name: '1.jpg', mimeType: 'image/jpeg', buffer: jacket },
    { name: '2.jpg', mimeType: 'image/jpeg', buffer: tag },
  ])
  await eventually(() => thumbs(page).count(), LONG).toBe(2)
  await page.keyboard.press('Digit1')
  await page.keyboard.press('u')
  await page.getByText('背景を白くしました').waitFor({ timeout: LONG })
  const image = page.locator('.centre picture img')
  const edited = await image.getAttribute('src')
  await page.keyboard.press('b')
  await page.getByText('元の写真', { exact: true }).first().waitFor()
  await eventually(() => image.getAttribute('src')).not.toBe(edited)
  await page.keyboard.press('b')
  await eventually(() => image.getAttribute('src')).toBe(edited)
  await page.keyboard.press('x')
  const frame = page.getByRole('button', { name: /^残す範囲/ })
  await frame.waitFor()
  for (let time = 0; time < 20; time++) await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Enter')
  const edits = async () =>
    (
      await site.t.pool.query<{ edits: Record<string, unknown> }>(
        'select p.edits from product_photo p join purchase_item i on i.id = p.item_id where i.slug = $1 order by p.position',
        [slug],
      )
    ).rows[0]?.edits
  await eventually(edits, LONG).toMatchObject({
    is_cut_out: true,
    crop: { x: 0, y: 0, width: 1, height: expect.closeTo(0.8, 2) },
  })
  await page.keyboard.press('Alt+ArrowRight')
  const roles = async () =>
    (
      await site.t.pool.query<{ role: string }>(
        'select p.role from product_photo p join purchase_item i on i.id = p.item_id where i.slug = $1 order by p.position',
        [slug],
      )
    ).rows.map(({ role }) => role)
  await eventually(roles, LONG).toEqual(['other', 'front'])
  await axeIsClean(page)
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: /^元に戻す/ }).click()
  await eventually(() => thumbs(page).count()).toBe(2)
}, 300_000)

test('on a telephone the camera comes first', async () => {
  const { page } = await sitDown(phone)
  const camera = page.locator('.adding label').first()
  await camera.waitFor()
  const [button, picture] = [
    await camera.boundingBox(),
    await page.locator('.centre picture, .centre .empty').boundingBox(),
  ]
  expect(button?.width).toBeGreaterThan(300)
  expect(button?.y).toBeLessThan(picture?.y ?? 0)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(phone)
  await axeIsClean(page)
})
