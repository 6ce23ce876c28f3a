import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '../support/site.ts'
import { apply } from '../support/steps.ts'
import { eventually, heading, openVisit, settled, signedIn } from './browse.ts'
import { cachedPaths, copyOfPages, deploy, releaseOf, removePages, workerReady } from './release.ts'

/** The storefront on the home screen of a telephone: per store, without a connection, and after a deployment. */
let site: Site
let web: string
beforeAll(async () => {
  web = await copyOfPages()
  site = await startSite({ web, serviceWorker: true })
})
afterAll(async () => {
  await site.close()
  await removePages(web)
})

const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.querySelector('header') as Element).backgroundColor)

test.each([
  ['', 'okuru', '/', '#10203f'],
  ['aoyama', 'AOYAMA', '/?store=aoyama', '#17181a'],
  ['no-such-store', 'okuru', '/', '#10203f'],
])('the store "%s" is installed as %s, and opens as itself', async (store, name, start, colour) => {
  const { page } = await openVisit(site, 390)
  await page.goto(store ? `/help?store=${store}` : '/help')
  await settled(page)
  // Also on later pages, whose address does not name the store.
  await page.getByRole('link', { name: 'トップページ', exact: true }).click()
  await heading(page, /./)
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const response = await page.request.get(href ?? '')
  expect(response.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await response.json()
  expect(manifest).toMatchObject({
    short_name: name,
    start_url: start,
    id: start,
    scope: '/',
    display: 'standalone',
    theme_color: colour,
  })
  const purposes = new Set<string>()
  for (const { src, sizes, type, purpose } of manifest.icons) {
    const icon = await page.request.get(src)
    const { width, height, format } = await sharp(await icon.body()).metadata()
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
    purposes.add(`${purpose} ${sizes}`)
  }
  expect([...purposes].toSorted()).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ])
})

test('without a connection it says what works, keeps nothing personal, and goes on by itself', async () => {
  const box = await apply(site.t, site.world)
  const visit = await openVisit(site, 390)
  const { page, context } = visit
  await signedIn(visit, 'customer', site.world.hanako)
  await page.goto('/mypage?store=aoyama')
  await settled(page)
  const colour = await ground(page)
  await workerReady(page)
  await page.goto(`/requests/${box.id}`)
  await settled(page)
  for (const path of await cachedPaths(page)) expect(path).toMatch(/^\/(assets\/|logos\/|favicon\.svg$|$)/)

  await context.setOffline(true)
  await page.goto('/mypage')
  await heading(page, '通信が切れています')
  expect(await ground(page)).toBe(colour)
  expect(await page.getByText(site.world.hanako.name).count()).toBe(0)
  await page.getByRole('link', { name: 'ご利用ガイドを読む' }).click()
  await heading(page, 'ご利用ガイド')
  await page.getByLabel('質問をさがす').fill('そうりょう')
  await page.getByText('送料や手数料はかかりますか?').first().waitFor()
  await page.reload()
  await heading(page, 'ご利用ガイド')
  await page.goto(`/requests/${box.id}`)
  await heading(page, '通信が切れています')
  await context.setOffline(false)
  await heading(page, new RegExp(`${box.id}`))
})

test('the back office has its own worker, also for one who came from the storefront', async () => {
  const visit = await openVisit(site, 390)
  const { page } = visit
  await page.goto('/help')
  await settled(page)
  await workerReady(page)
  await signedIn(visit, 'business', site.world.aoyama.staff)
  await page.goto('/biz')
  await settled(page)
  const scopes = () =>
    page.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations()
      return all.flatMap(({ scope, active }) => (active ? [new URL(scope).pathname] : [])).toSorted()
    })
  await eventually(scopes).toEqual(['/', '/biz'])
  await page.reload()
  await settled(page)
  const script = () =>
    page.evaluate(() => new URL(navigator.serviceWorker.controller?.scriptURL ?? '').pathname)
  await eventually(script).toBe('/biz/worker.js')
  await page.goto('/help')
  await settled(page)
  await eventually(script).toBe('/worker.js')
})

test('a new release is there with the next page, without a word and without an old part', async () => {
  const { page, context } = await openVisit(site, 390)
  await page.goto('/help')
  await settled(page)
  await workerReady(page)
  await deploy(web)
  const isNew = async () => (await releaseOf(page)) === 'deployed'
  await page.evaluate(async () => {
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    await (await navigator.serviceWorker.getRegistration('/'))?.update()
    await taken
  })
  expect(await isNew()).toBe(false)
  await page.getByRole('link', { name: 'プライバシーポリシー' }).first().click()
  await heading(page, 'プライバシーポリシー')
  await eventually(isNew).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/privacy')
  await settled(page)
  await page.goBack()
  await heading(page, 'ご利用ガイド')
  await context.setOffline(true)
  await page.reload()
  await heading(page, 'ご利用ガイド')
  expect(await isNew()).toBe(true)
  await context.setOffline(false)
})
