import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeEmployee, makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { forgetLooks } from './store-look-kept.service.ts'

let t: TestApp
let w: World
let web: string
beforeAll(async () => {
  web = await mkdtemp(path.join(os.tmpdir(), 'okuru-look-'))
  await copyFile(path.join(import.meta.dirname, '../../../web/index.html'), path.join(web, 'index.html'))
  t = await testApp({ web })
  w = await makeWorld(t)
})
afterAll(async () => {
  await t.close()
  await rm(web, { recursive: true })
})
beforeEach(() => t.clock.set(testStart))

const base = '/api/biz/stores/'
const token = () => w.operator.operator.token
const typed = {
  name: 'AOYAMA',
  brand: '#3a1d52',
  accent: '#ffd447',
  colors: {},
  typeface: 'mincho',
  logo: '',
  symbol: '',
  headline_start: '青山の目利きが、',
  headline_end: '1点ずつ拝見します。',
  lead: '',
  footer_note: '青山本店でもお持ち込みいただけます。',
}
const read = async (key = 'aoyama') => (await t.ask(`GET ${base}${key}/`, { token: token() })).body
const save = async (overrides: object = {}, key = 'aoyama') => {
  const { version } = await read(key)
  return t.ask(`PUT ${base}${key}/`, { token: token(), body: { ...typed, version, ...overrides } })
}
const publish = async (number: number, key = 'aoyama') => {
  const { version } = await read(key)
  return t.ask(`POST ${base}${key}/publish/`, { token: token(), body: { number, version } })
}
const withdraw = async (key = 'aoyama') => {
  const { version } = await read(key)
  return t.ask(`POST ${base}${key}/withdraw/`, { token: token(), body: { version } })
}
const shown = async (key = 'aoyama') =>
  (await t.ask('GET /api/stores/')).body.find((look: { key: string }) => look.key === key)

async function upload(bytes: Buffer, use = 'logo', by: string = token(), name = 'logo.png') {
  const form = new FormData()
  form.append('use', use)
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://okuru.example', { method: 'POST', body: form })
  return t.ask('POST /api/biz/store-pictures/', {
    token: by,
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}

/** A white bar of the given size in the middle of a clear canvas. */
const drawing = (width: number, height: number) =>
  sharp({ create: { width: width * 2, height: height * 2, channels: 4, background: '#ffffff00' } })
    .composite([{ input: { create: { width, height, channels: 4, background: '#ffffff' } } }])
    .withExif({ IFD0: { Copyright: '© somebody' } })
    .png()
    .toBuffer()

const page = async (path: string) => {
  const { body } = await t.app.inject({ url: path, headers: { accept: 'text/html' } })
  return body
}

test('stores are there from the start, each with its first version', async () => {
  const { body, headers } = await t.ask('GET /api/stores/')
  expect(
    body.map(({ key, name, brand, accent }: Record<string, string>) => [key, name, brand, accent]),
  ).toEqual([
    ['default', 'okuru', '#10203f', '#d8f24a'],
    ['aoyama', 'AOYAMA', expect.stringMatching(/^#1/), '#b9f53d'],
    ['sakae', 'SAKAE', expect.stringMatching(/^#1/), '#b9f53d'],
    ['umeda', 'UMEDA', expect.stringMatching(/^#1/), '#b9f53d'],
  ])
  expect(body[1].logo).toEqual({ url: '/logos/aoyama.svg', width: 120, height: 24 })
  expect(headers['cache-control']).toBe('no-cache')
  const again = await t.ask('GET /api/stores/', { headers: { 'if-none-match': String(headers.etag) } })
  expect([again.status, again.body]).toEqual([304, ''])
})

test('a version is seen once it is published, by everybody at once, and another store stays as it was', async () => {
  const before = await t.ask('GET /api/stores/')
  const saved = await save()
  expect(saved.status).toBe(200)
  const { number } = saved.body
  expect(saved.body).toMatchObject({ state: 'published', newest: { ...typed, logo: null, symbol: null } })
  expect(saved.body.newest.created_by).toBe(w.operator.operator.name)
  expect((await shown()).brand).not.toBe(typed.brand)

  const published = await publish(number)
  expect(published.body).toMatchObject({ published_number: number, published_at: testStart })
  expect(await shown()).toMatchObject({ key: 'aoyama', brand: '#3a1d52', typeface: 'mincho' })
  const after = await t.ask('GET /api/stores/', { headers: { 'if-none-match': String(before.headers.etag) } })
  expect(after.status).toBe(200)
  expect(after.body.filter((look: { key: string }) => look.key !== 'aoyama')).toEqual(
    before.body.filter((look: { key: string }) => look.key !== 'aoyama'),
  )

  // The same again is no new version.
  const same = await save({ ...typed })
  expect(same.body.number).toBe(number)

  // Back to how it was.
  await publish(number - 1)
  expect((await shown()).brand).not.toBe(typed.brand)
  expect((await read()).newest.brand).toBe('#3a1d52')
  const acts = await t.db
    .selectFrom('activity')
    .select('action')
    .where('object_type', '=', 'store_look')
    .where('object_id', '=', 'aoyama')
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual([
    'store_look.save',
    'store_look.publish',
    'store_look.publish',
  ])
})

test('colours are read as people write them, and those that nobody could read are refused with numbers', async () => {
  const saved = await save({ brand: '＃ＦＡ０', accent: '00A' }, 'umeda')
  expect(saved.body.newest).toMatchObject({ brand: '#ffaa00', accent: '#0000aa' })
  expect((await save({ brand: 'red' }, 'umeda')).body).toEqual({
    brand: [expect.stringContaining('#と6桁の英数字')],
  })
  const pale = await save({ colors: { font: { sub: '#bbbbbb' }, primary: { main: '#zzz' } } }, 'umeda')
  expect(Object.keys(pale.body.colors)).toEqual(['primary'])
  const { status, body } = await save({ colors: { font: { sub: '#bbbbbb' } } }, 'umeda')
  expect(status).toBe(400)
  expect(body).toEqual({
    colors: {
      font: { sub: [expect.stringMatching(/読みにくい色です\(1\.\d:1。4\.5:1以上が必要です\)。$/)] },
    },
  })
})

test('the second of two who change one look is shown what the first one made of it', async () => {
  const { version } = await read('sakae')
  const put = (name: string) =>
    t.ask(`PUT ${base}sakae/`, { token: token(), body: { ...typed, name, version } })
  const answers = await Promise.all([put('ONE'), put('OTHER')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const lost = answers.find(({ status }) => status === 400)
  const won = answers.find(({ status }) => status === 200)
  expect(lost?.body).toMatchObject({ code: 'stale_version', current: { name: won?.body.name } })
  // Nor is anything published that the publisher has not seen.
  const stale = await t.ask(`POST ${base}sakae/publish/`, { token: token(), body: { number: 1, version } })
  expect(stale.body.code).toBe('stale_version')
})

test('a new store begins unseen; its key is one store’s alone', async () => {
  const create = (key: string) => t.ask(`POST ${base}`, { token: token(), body: { ...typed, key } })
  expect((await create('ginza')).body).toMatchObject({ state: 'draft', published_number: null, number: 1 })
  expect(await shown('ginza')).toBeUndefined()
  expect((await create('ginza')).body).toEqual({ key: ['このキーのストアは、もう登録されています。'] })
  expect(Object.keys((await create('Ginza!')).body)).toEqual(['key'])
  await publish(1, 'ginza')
  expect(await shown('ginza')).toMatchObject({ name: 'AOYAMA' })
})

test('a closed store shows the common look and all shops, until it is opened again', async () => {
  const names = async () =>
    (await t.ask('GET /api/shop/', { query: { store: 'aoyama' } })).body.map(
      ({ name }: { name: string }) => name,
    )
  const own = ['青山本店', '渋谷店']
  expect(await names()).toEqual(own)
  expect((await withdraw()).body.state).toBe('withdrawn')
  expect(await shown()).toBeUndefined()
  expect(await names()).toEqual([...own, '梅田店'])
  expect((await withdraw()).body.status).toEqual(['この状態には変更できません。'])
  await publish(1)
  expect(await names()).toEqual(own)
  // The common store is what is left when all others are closed.
  expect((await withdraw('default')).status).toBe(400)
})

test('a shop of another dealer is not found in a store', async () => {
  const [umeda] = w.umeda.shops
  const shop = (store: string) => t.ask(`GET /api/shop/${umeda}/`, { query: { store } })
  expect((await shop('aoyama')).status).toBe(404)
  expect((await shop('umeda')).body.name).toBe('梅田店')
  expect((await shop('nobody')).body.name).toBe('梅田店')
})

test('a logo is drawn anew without margin and metadata, and becomes icons and the picture of shared links', async () => {
  const { status, body } = await upload(await drawing(600, 60))
  expect(status).toBe(201)
  expect(body).toMatchObject({ width: 600, height: 60, ink: '#ffffff', is_opaque: true })
  const logo = await t.app.inject(body.url)
  expect(logo.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const { exif, format } = await sharp(logo.rawPayload).metadata()
  expect([exif, format]).toEqual([undefined, 'webp'])

  const saved = await save({ logo: body.url })
  expect(saved.body.newest.logo).toEqual({ url: body.url, width: 600, height: 60 })
  await publish(saved.body.number)
  const html = await page('/?store=aoyama')
  expect(html).toContain('<title>ブランド古着の宅配買取 AOYAMA</title>')
  expect(html).toContain('<meta name="theme-color" content="#3a1d52" />')
  const share = /og:image" content="([^"]+)"/.exec(html)?.[1]
  const icon = /rel="icon" href="([^"]+)"/.exec(html)?.[1]
  const touch = /rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1]
  expect(share?.startsWith('http://127.0.0.1:3000/store-pictures/')).toBe(true)
  const sizes = await Promise.all(
    [share, icon, touch].map(async (url) => {
      const picture = await t.app.inject(String(url).replace(/^http:\/\/[^/]+/, ''))
      const { width, height } = await sharp(picture.rawPayload).metadata()
      const { data } = await sharp(picture.rawPayload)
        .extract({ left: 2, top: 2, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      return [width, height, Math.abs((data[0] ?? 0) - 0x3a) < 4]
    }),
  )
  expect(sizes).toEqual([
    [1200, 630, true],
    [192, 192, true],
    [180, 180, true],
  ])
  // Another store's page, and one without a store, show nothing of it but its entry in the list.
  expect(await page('/?store=umeda')).toContain('<title>ブランド古着の宅配買取 UMEDA</title>')
  expect(await page('/?store=nobody')).toContain('<meta name="theme-color" content="#10203f" />')
})

test('each store is installed by itself; what nobody knows is the common one', async () => {
  const manifest = async (query: string) => (await t.app.inject(`/manifest.webmanifest${query}`)).json()
  const common = await manifest('')
  expect(common).toMatchObject({
    id: '/',
    short_name: 'okuru',
    icons: [{ src: '/icons/default-192.png' }, {}, {}, {}],
  })
  expect(await manifest('?store=aoyama')).toMatchObject({
    id: '/?store=aoyama',
    theme_color: '#3a1d52',
    icons: [{ src: expect.stringMatching(/^\/store-pictures\//) }, {}, {}, {}],
  })
  for (const query of ['?store=nobody', '?store=constructor', '?store=%22%3E', '?store='])
    expect(await manifest(query), query).toEqual(common)
})

test('what is no picture, too small, empty or huge is refused with what to do', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect((await upload(svg, 'logo', token(), 'logo.svg')).body).toMatchObject({
    code: 'file_type',
    file: [expect.stringContaining('PNG に書き出してから')],
  })
  expect((await upload(Buffer.from('<html>'), 'logo', token(), 'logo.png')).body.code).toBe('file_type')
  expect((await upload(await drawing(20, 10))).body.file[0]).toContain('小さすぎます')
  const clear = { create: { width: 200, height: 60, channels: 4 as const, background: '#ffffff00' } }
  expect((await upload(await sharp(clear).png().toBuffer())).body.file[0]).toContain('何も描かれていません')
  expect((await upload(await drawing(600, 60), 'portrait')).body).toHaveProperty('use')
})

test('a look names only pictures that were uploaded for that', async () => {
  const symbol = (await upload(await drawing(200, 200), 'symbol')).body.url
  for (const logo of [
    symbol,
    '/store-pictures/00000000000000000000000000000000.webp',
    'https://evil.example/x.png',
  ])
    expect((await save({ logo })).body).toEqual({ logo: [expect.stringContaining('もう一度お選びください')] })
  // The shipped logo of another store neither.
  expect((await save({ logo: '/logos/umeda.svg' })).status).toBe(400)
  expect((await save({ symbol }, 'umeda')).status).toBe(200)
})

test('one small picture may be the logo and the symbol', async () => {
  const small = await drawing(60, 60)
  const logo = (await upload(small)).body.url
  const symbol = (await upload(small, 'symbol')).body.url
  const saved = await save({ logo, symbol })
  expect(saved.status).toBe(200)
  expect(saved.body.newest).toMatchObject({ logo: { url: logo }, symbol: { url: symbol } })
})

test('uploads that no version names are deleted after a day, others stay', async () => {
  const used = (await upload(await drawing(300, 50))).body.url
  const unused = (await upload(await drawing(310, 50))).body.url
  const { body } = await save({ logo: used })
  expect(body.newest.logo.url).toBe(used)
  t.clock.forward(25 * 3_600_000)
  await t.pool.query(`select graphile_worker.add_job('store-look.clean')`)
  await t.runJobs()
  const status = async (url: string) => (await t.app.inject(url)).statusCode
  expect([await status(used), await status(unused)]).toEqual([200, 404])
})

test('only the operator looks, and only its administrators change', async () => {
  const clerk: Person = await makeEmployee(
    t,
    w.operator.company,
    '運営 係',
    'staff',
    'kakari@unei.example.jp',
  )
  const { token: staff } = await signIn(t, clerk)
  expect((await t.ask(`GET ${base}`, { token: staff })).status).toBe(200)
  const { version } = await read()
  const tries = (by: string) => [
    t.ask(`PUT ${base}aoyama/`, { token: by, body: { ...typed, version } }),
    t.ask(`POST ${base}`, { token: by, body: { ...typed, key: 'tried' } }),
    t.ask(`POST ${base}aoyama/publish/`, { token: by, body: { number: 1, version } }),
    t.ask(`POST ${base}aoyama/withdraw/`, { token: by, body: { version } }),
    drawing(300, 50).then((bytes) => upload(bytes, 'logo', by)),
  ]
  for (const by of [staff, w.aoyama.admin.token, w.hanako.token])
    expect((await Promise.all(tries(by))).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect((await t.ask(`GET ${base}`, { token: w.aoyama.admin.token })).status).toBe(403)
  expect((await t.ask(`GET ${base}`)).status).toBe(401)
  expect((await t.ask(`GET ${base}nowhere/`, { token: token() })).status).toBe(404)
  expect((await t.ask(`PUT ${base}nowhere/`, { token: token(), body: {} })).status).toBe(404)
})

test('words of a look stay words in the page', async () => {
  const { body } = await save({ name: `A"><script>x()</script>`, footer_note: `'&"` }, 'umeda')
  await publish(body.number, 'umeda')
  const html = await page('/?store=umeda')
  expect(html).not.toContain('<script>x()')
  const list = /name="okuru-stores" content="([^"]*)"/.exec(html)?.[1] ?? ''
  const looks = JSON.parse(list.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  expect(looks.find(({ key }: { key: string }) => key === 'umeda').name).toBe(`A"><script>x()</script>`)
})

test('while the database is away, pages show the looks as last known', async () => {
  const other = await testApp({ web })
  expect(
    (await other.app.inject({ url: '/?store=aoyama', headers: { accept: 'text/html' } })).body,
  ).toContain('#b9f53d')
  forgetLooks(other.db)
  await other.db.schema.alterTable('store_look').renameTo('store_look_away').execute()
  const kept = await other.app.inject({ url: '/?store=aoyama', headers: { accept: 'text/html' } })
  expect(kept.body).toContain('AOYAMA</title>')
  await other.db.schema.alterTable('store_look_away').renameTo('store_look').execute()
  await other.close()
})
