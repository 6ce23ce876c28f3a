import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, tokyoDate } from '#contract/day'
import { loadCatalogue } from '#server/domains/catalogue/catalogue.load'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { readAllShipped } from '#server/seed/catalogue'
import { type TestApp, testApp } from './support/app.ts'
import { contracted, offered } from './support/steps.ts'
import { makeWorld, signIn, type World } from './support/world.ts'

let t: TestApp
let world: World
let folder: string
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-lists-'))
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true })
})

const empty = () =>
  t.pool.query(
    'delete from category_attribute; delete from campaign; delete from comment_template; delete from item_category; delete from brand',
  )

/** Runs the command from a folder outside the program's. */
function load(...words: string[]): Promise<{ code: number; text: string }> {
  const cli = path.join(import.meta.dirname, '..', 'server', 'cli.ts')
  const env = {
    ...process.env,
    DATABASE_URL: String(t.pool.options.connectionString),
    OKURU_DATA_DIR: t.tools.config.dataDir,
    NODE_ENV: 'test',
    INIT_CWD: folder,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, 'catalogue', 'load', ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr })
    })
  })
}

async function file(name: string, text: string): Promise<string> {
  await writeFile(path.join(folder, name), text)
  return name
}

async function everything() {
  const { rows } = await t.pool.query(
    `select (select json_agg(b order by id) from brand b) as brands, (select json_agg(c order by id) from item_category c) as categories,
       (select json_agg(a order by id) from category_attribute a) as attributes,
       (select json_agg(c order by id) from comment_template c) as templates, (select json_agg(c order by id) from campaign c) as campaigns`,
  )
  return rows[0]
}

const found = async (q: string) =>
  (await t.ask('GET /api/brand/', { query: { q } })).body.map(({ name }: { name: string }) => name)

describe('own lists', () => {
  beforeEach(empty)

  test('change what differs, keep ids, and delete nothing', async () => {
    const rows = (text: string) => file('brands.csv', `ブランド名,カナ,別名\n${text}`)
    await load('--brands', await rows('A.P.C.,アーペーセー,エーピーシー\nOLD,オールド,\n'))
    const before = (await everything()).brands
    const changed = await load(
      '--brands',
      await rows('APC,アー ペー セー,アペセ\nNEW,ニュー,\nOLD,オールド,\n'),
    )
    expect(changed.text).toContain('brands: 1 added, 1 changed, 1 unchanged')
    const after = (await everything()).brands
    expect(after.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
      [before[0].id, 'APC'],
      [before[1].id, 'OLD'],
      [expect.any(Number), 'NEW'],
    ])
    expect([await found('アペセ'), await found('エーピーシー')]).toEqual([['APC'], []])
  })

  test('grow the tree of categories, and are refused below a category that is not there', async () => {
    const rows = (text: string) => file('categories.csv', `上位カテゴリ,カテゴリ,品目区分\n${text}`)
    await load('--categories', await rows(',衣類,02\n衣類,アウター,02\n衣類>アウター,コート,2\n'))
    const more = await load('--categories', await rows('衣類,キッズ,02\n衣類,アウター,11\n'))
    expect(more.text).toContain('categories: 1 added, 1 changed, 0 unchanged')
    const tree = (await t.ask('GET /api/item-category/')).body
    expect(tree.map(({ name, ledger_class }: Record<string, string>) => [name, ledger_class])).toEqual([
      ['衣類', '02'],
      ['アウター', '11'],
      ['コート', '02'],
      ['キッズ', '02'],
    ])
    const before = await everything()
    const lost = await load('--categories', await rows(',時計,03\n宝飾,指輪,03\n'))
    expect([lost.code, lost.text]).toEqual([
      1,
      expect.stringContaining('categories.csv 3行目 / line 3 [上位カテゴリ]: 「宝飾」'),
    ])
    expect(await everything()).toEqual(before)
  })

  test('are refused together when one of them is wrong', async () => {
    const good = await file('good.csv', 'ブランド名,カナ,別名\nGUCCI,グッチ,\n')
    const bad = await file('bad.csv', '短い記号,題名,本文,分類\nks,角スレ,スレ。,バッグ\n')
    const { code, text } = await load('--brands', good, '--templates', bad)
    expect([code, text]).toEqual([1, expect.stringContaining('bad.csv 2行目 / line 2 [分類]: 「バッグ」')])
    expect(text).toContain('何も登録していません')
    expect(text).not.toContain('    at ')
    const broken = await load('--brands', good, '--templates', good)
    expect([broken.code, broken.text]).toEqual([1, expect.stringContaining('[短い記号]')])
    expect((await everything()).brands).toBeNull()
  })

  test('that are loaded twice at once are there once', async () => {
    const actor = systemActor(t.clock.now())
    const both = await Promise.all(
      [1, 2].map(() => inTransaction(t.db, (tx) => loadCatalogue(tx, actor, readAllShipped()))),
    )
    const added = both.map((loaded) => loaded.brands?.added ?? -1).sort((one, other) => one - other)
    expect(added).toEqual([0, readAllShipped().brands.length])
    const { brands, categories, attributes, templates } = await everything()
    expect([brands.length, categories.length, attributes.length, templates.length]).toEqual(
      Object.values(readAllShipped()).map(({ length }) => length),
    )
  })

  test.each([
    [['--brands', 'none.csv'], 'none.csv'],
    [['--brands', '.'], 'ファイルがありません'],
    [['--brands'], 'ファイルがありません'],
    [['--campaigns', 'good.csv'], '--company'],
    [['--company', '1'], '--company'],
    [['--company', 'x', '--templates', 'good.csv'], '--company'],
    [['--dry-run', 'yes'], '--dry-run'],
    [['--brand', 'good.csv'], '--brand'],
  ])('with %j say what is missing, before anything is opened', async (words, said) => {
    await file('good.csv', 'ブランド名,カナ,別名\nGUCCI,グッチ,\n')
    const { code, text } = await load(...words)
    expect([code, text]).toEqual([2, expect.stringContaining(said)])
    expect(text).not.toContain('    at ')
    expect((await everything()).brands).toBeNull()
  })

  test('are explained column by column', async () => {
    expect(await load('--help')).toMatchObject({
      code: 0,
      text: expect.stringContaining('ブランド名,カナ,別名'),
    })
  })
})

describe('the shipped lists', () => {
  beforeAll(empty)

  test('fill an empty catalogue, and loading them again changes nothing', async () => {
    const dry = await load('--dry-run')
    expect(dry).toMatchObject({
      code: 0,
      text: expect.stringMatching(/ブランド: 追加 \d{3}、変更 0、そのまま 0/),
    })
    expect(await everything()).toEqual({
      ...{ brands: null, categories: null, attributes: null, templates: null, campaigns: null },
    })
    const first = await load()
    expect([first.code, first.text]).toEqual([0, dry.text.replace(/確かめた.*\n/, '')])
    const filled = await everything()
    expect(filled.brands.length).toBeGreaterThanOrEqual(300)
    const records = async () =>
      (
        await t.pool.query(
          `select actor_kind, detail from activity where action = 'catalogue.load' order by id desc`,
        )
      ).rows
    const recorded = await records()
    expect(recorded[0]).toMatchObject({
      actor_kind: 'system',
      detail: { brands: { changed: 0, unchanged: 0 } },
    })
    const again = await load()
    expect(again.code).toBe(0)
    expect(again.text.match(/追加 0、変更 0、そのまま [1-9]/g)).toHaveLength(4)
    expect(await everything()).toEqual(filled)
    expect(await records()).toEqual(recorded)
  })

  test('are found by kana and alias, what is called just so first', async () => {
    for (const [q, name] of [
      ['るいびとん', 'LOUIS VUITTON'],
      ['LV', 'LOUIS VUITTON'],
      ['コム・デ・ギャルソン', 'COMME des GARÇONS'],
      ['cdg', 'COMME des GARÇONS'],
      ['ビームス', 'BEAMS'],
      ['hermes', 'HERMÈS'],
      ['AP', 'AUDEMARS PIGUET'],
    ] as const)
      expect([q, (await found(q))[0]]).toEqual([q, name])
    expect(await found('・')).toEqual([])
  })

  test('serve every dealer, who finds an own template in the place of a shipped one', async () => {
    const { token } = await signIn(t, world.umeda.staff)
    const templates = async (who = token) =>
      (await t.ask('GET /api/biz/comment_templates/', { token: who })).body as {
        short_code: string
        body: string
      }[]
    const shipped = await templates()
    expect(shipped.length).toBe(readAllShipped().templates.length)
    const own = await file(
      'own.csv',
      '短い記号,題名,本文,分類\nks,角,うちの角スレ。,バッグ\nzz,独自,うちだけ。,\n',
    )
    expect(await load('--templates', own, '--company', String(world.umeda.company))).toMatchObject({
      code: 0,
    })
    const mixed = await templates()
    expect(mixed.length).toBe(shipped.length + 1)
    expect(mixed.filter(({ short_code }) => short_code === 'ks')).toMatchObject([{ body: 'うちの角スレ。' }])
    const { token: other } = await signIn(t, world.aoyama.staff)
    expect(await templates(other)).toEqual(shipped)
  })

  test('give price evidence from the first purchases on', async () => {
    const categories = (await t.ask('GET /api/item-category/')).body as { id: number; name: string }[]
    const coat = categories.find(({ name }) => name === 'アウター')?.id ?? 0
    const [beams] = (await t.ask('GET /api/brand/', { query: { q: 'ビームス' } })).body
    const stocked = {
      ...world,
      brands: { beams: beams.id },
      categories: { ...world.categories, coat },
    } as unknown as World
    await contracted(t, stocked, [5000, 6000, 7000, 8000, 9000])
    const { token } = await signIn(t, world.aoyama.staff)
    const { body } = await t.ask('GET /api/biz/price-evidence/', {
      token,
      query: { brand: beams.id, category: coat, grade: 'A_1' },
    })
    expect(body).toMatchObject({ n: 5, median: 7000 })
    const { id } = await offered(t, stocked, {}, [6500])
    const { token: customer } = await signIn(t, world.hanako)
    const { body: result } = await t.ask(`GET /api/purchase_requests/${id}/assessment/`, { token: customer })
    expect(result.items).toMatchObject([
      { evidence: { n: 5, label: '同じブランド・カテゴリ・Aグレードの買取' } },
    ])
  })

  test('take campaigns of a dealer from tomorrow on, whose rate and announced end stand once they have begun', async () => {
    const campaigns = (text: string) => file('c.csv', `キャンペーン名,率,開始日,終了日\n${text}`)
    // The command runs in a process of its own, which has the clock of the machine.
    const day = (offset: number) => addDays(tokyoDate(vi.getRealSystemTime()), offset)
    const winter = await campaigns(`冬物,10,${day(1)},2099-12-31\n`)
    const none = await load('--campaigns', winter, '--company', String(world.operator.company))
    expect([none.code, none.text]).toEqual([1, expect.stringContaining(`${world.aoyama.company} `)])
    const aoyama = ['--company', String(world.aoyama.company)]
    const own = async (text: string) => load('--campaigns', await campaigns(text), ...aoyama)
    expect(await own(`冬物,10,${day(0)},2099-12-31\n`)).toMatchObject({
      code: 1,
      text: expect.stringContaining('[開始日]'),
    })
    const first = await own(`冬物,10,${day(1)},2099-12-31\n`)
    expect([first.code, first.text]).toEqual([0, expect.stringContaining('1 added')])
    expect((await own(`冬物,12,${day(1)},2099-12-31\n`)).text).toContain('1 changed')
    await t.pool.query('update campaign set starts_on = $1', [day(-2)])
    expect(await own(`冬物,15,${day(-2)},2099-12-31\n`)).toMatchObject({
      code: 1,
      text: expect.stringContaining('[率]'),
    })
    expect(await own(`冬物,12,${day(-2)},2099-12-30\n`)).toMatchObject({ code: 0 })
    await t.pool.query('update campaign set is_published = true')
    expect(await own(`冬物,12,${day(-2)},2099-12-29\n`)).toMatchObject({
      code: 1,
      text: expect.stringContaining('[終了日]'),
    })
    await t.pool.query('update campaign set ends_on = $1', [day(-1)])
    expect((await own(`冬物,12,${day(-2)},2099-12-31\n`)).code).toBe(1)
    expect((await own(`冬物,12,${day(-2)},${day(-1)}\n`)).text).toContain('1 unchanged')
  })
})
