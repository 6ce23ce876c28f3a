import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { SourceMap } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { release } from '#server/platform/release'
import { webFolder } from '#server/platform/web'
import { type Site, startSite } from '../support/site.ts'
import { eventually, settled, withoutDrawnPage } from './browse.ts'

/** Browser errors go to the configured server, without personal data. */
const received: { path: string; text: string }[] = []
let receiver: Server
let site: Site
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      if (request.method === 'POST')
        received.push({ path: request.url ?? '', text: Buffer.concat(parts).toString() })
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
      response.end('{}')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as AddressInfo
  site = await startSite({ config: { sentryDsn: `http://key@127.0.0.1:${port}/7` } })
})
afterAll(async () => {
  await site.close()
  receiver.close()
})

const personal = /花子|hanako|secret|0901234|10023|eyJ/

/** Where the frames of an event come from, by the maps that are uploaded for its release. */
function sourcesOf(frames: { filename: string; lineno: number; colno: number }[]): Promise<string[]> {
  const own = frames.filter(({ filename }) => filename.startsWith(`${site.url}/assets/`))
  return Promise.all(
    own.map(async ({ filename, lineno, colno }) => {
      const map = path.join(webFolder, '..', 'maps', `${new URL(filename).pathname}.map`)
      const entry = new SourceMap(JSON.parse(await readFile(map, 'utf8'))).findEntry(lineno - 1, colno - 1)
      return 'originalSource' in entry ? entry.originalSource : ''
    }),
  )
}

test('nobody gets the sources with the pages', async () => {
  const files = await readdir(webFolder, { recursive: true })
  const scripts = files.filter((name) => /^assets.*\.js$/.test(name))
  expect(scripts.length).toBeGreaterThan(100)
  expect(files.filter((name) => name.includes('.map'))).toEqual([])
  for (const name of scripts) {
    expect(await readFile(path.join(webFolder, name), 'utf8')).not.toMatch(
      /sourceMappingURL=(?!data:)\S+\.map/,
    )
  }
  for (const place of [`/${scripts[0]}.map`, `/maps/${scripts[0]}.map`])
    expect((await fetch(site.url + place)).status).toBe(404)
})

test('an error of a page is reported with its place and the pattern of the address only', async () => {
  const { page, errors, close } = await site.visit(390)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/terms/10023?token=secret&email=hanako@example.jp')
  await settled(page)
  expect(scripts.filter((url) => /\/sentry-/.test(url))).toEqual([])

  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('山田花子 hanako@example.jp 09012345678 failed')
    })
    void Promise.reject({ email: 'hanako@example.jp' })
  })
  await eventually(() => received.length).toBe(2)
  const texts = received.map(({ text }) => text).sort((one, other) => other.length - one.length)
  for (const text of texts) expect(text).not.toMatch(personal)
  const events = received.map(({ text }) => JSON.parse(text.split('\n')[2] ?? ''))
  expect(received[0]?.path).toContain('/api/7/envelope/')
  const summary = events.map(({ exception, tags }) => ({
    type: exception.values[0].type,
    value: exception.values[0].value,
    route: tags.route,
  }))
  expect(summary).toEqual(
    expect.arrayContaining([
      { type: 'TypeError', value: '[text] [mail] [number] failed', route: '/terms/$version' },
      { type: 'Error', value: 'thrown: object', route: '/terms/$version' },
    ]),
  )
  expect(events.flatMap((event) => Object.keys(event))).not.toContain('request')
  expect(events[0].sdk.settings).toMatchObject({ infer_ip: 'never' })
  expect(errors.filter((error) => /Content Security Policy/.test(error))).toEqual([])
  await close()
})

test('what an error boundary catches is reported, and what the server refused is not', async () => {
  received.length = 0
  const { page, close } = await site.visit(390)
  await withoutDrawnPage(page)
  await page.route('**/api/public/shops/**', (route) => route.fulfill({ json: { results: 7 } }))
  await page.route('**/api/shop/**', (route) => route.fulfill({ json: { results: 7 } }))
  await page.goto('/shops')
  await page.getByRole('heading', { name: 'ただいま処理できません' }).waitFor()
  await eventually(() => received.length).toBe(1)
  expect(received[0]?.text).toContain('"route":"/shops"')
  expect(received[0]?.text).toContain('React ErrorBoundary')
  const event = JSON.parse(received[0]?.text.split('\n')[2] ?? '')
  expect(event.release).toBe(release)
  expect(await sourcesOf(event.exception.values[0].stacktrace.frames)).toContainEqual(
    expect.stringMatching(/web\/features\/company\/shops?\.page\.tsx$/),
  )

  received.length = 0
  await page.route('**/api/shop/**', (route) => route.fulfill({ status: 500, json: { detail: '' } }))
  await page.goto('/shops')
  await settled(page)
  await page.waitForTimeout(500)
  expect(received).toEqual([])
  await close()
})
