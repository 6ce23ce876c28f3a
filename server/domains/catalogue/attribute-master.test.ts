import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAllShipped } from '#server/seed/catalogue'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let house: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  house = w.operator.operator.token
})
afterAll(() => t.close())

const base = '/api/biz/category-attributes/'
const fields = {
  ...{ name: '着丈', value_type: 'NUMBER', unit: 'cm', choices: [], is_measure: true, is_required: true },
  ...{ sort: 1, is_active: true },
}
const create = (overrides: object, token = house) =>
  t.ask(`POST ${base}`, { token, body: { ...fields, category: w.categories.clothes, ...overrides } })
const replace = (id: number, body: object) =>
  t.ask(`PUT ${base}${id}/`, { token: house, body: { ...fields, ...body } })
const load = (csv: string, dry_run = false) =>
  t.ask(`POST ${base}bulk-upload/`, { token: house, body: { csv, dry_run } })
const file = async (): Promise<string> => (await t.ask(`GET ${base}csv/`, { token: house })).body
const effective = async (category: number) =>
  (
    await t.ask(`GET /api/biz/item-categories/${category}/attributes/`, { token: w.aoyama.staff.token })
  ).body.map((one: { name: string; is_required: boolean }) => [one.name, one.is_required])

test('attributes hold for the categories below, unless one of the same name there takes their place', async () => {
  const { clothes, coat, bag } = w.categories
  const length = (await create({})).body
  expect(length).toMatchObject({ category: clothes, category_path: ['衣類'], version: 1 })
  await create({ name: '裄丈', sort: 3, is_required: false })
  await create({ name: '肩幅', sort: 2, is_required: false })
  await create({ name: '肩幅', category: coat, sort: 2 })
  const off = (await create({ name: '裄丈', category: coat, sort: 3, is_active: false })).body
  expect(await effective(w.categories.knit)).toEqual([
    ['着丈', true],
    ['肩幅', false],
    ['裄丈', false],
  ])
  expect(await effective(coat)).toEqual([
    ['着丈', true],
    ['肩幅', true],
  ])
  expect(await effective(bag)).toEqual([])
  await replace(off.id, { name: '裄丈', sort: 3, version: 1 })
  expect(await effective(coat)).toContainEqual(['裄丈', true])
  expect((await create({ name: ' 着丈 ' })).body.code).toBe('attribute_exists')
  expect(Object.keys((await create({ category: 999_999, name: '丈' })).body)).toEqual(['category'])
  for (const [wrong, field] of [
    [{ value_type: 'STRING', unit: 'cm', is_measure: false }, 'unit'],
    [{ value_type: 'BOOLEAN', unit: '' }, 'is_measure'],
    [{ choices: ['a'] }, 'choices'],
    [{ name: '着>丈' }, 'name'],
  ] as const)
    expect([field, Object.keys((await create({ name: '丈', ...wrong })).body)]).toEqual([field, [field]])
  expect((await replace(length.id, { version: 7 })).body).toMatchObject({
    code: 'stale_version',
    current: { id: length.id },
  })
  for (const token of [w.aoyama.admin.token, w.hanako.token])
    expect((await create({}, token)).status).toBe(403)
})

test('a type stays while articles have values of it; what they lack follows a change', async () => {
  const box = await contracted(t, w)
  const slug = box.slugs[0] as string
  const token = w.aoyama.staff.token
  const note = (
    await create({
      name: '柄',
      category: w.categories.coat,
      value_type: 'STRING',
      unit: '',
      is_measure: false,
      sort: 9,
    })
  ).body
  const written = await t.ask('PATCH /api/biz/item-productization-manage/', {
    token,
    body: { slug, version: 0, values: [{ attribute: note.id, value: '無地' }] },
  })
  expect(written.status).toBe(200)
  const own = { name: '柄', unit: '', is_measure: false, sort: 9, version: 1 }
  expect((await replace(note.id, { ...own, value_type: 'BOOLEAN' })).body.code).toBe('attribute_in_use')
  const missing = async () =>
    (await t.ask('GET /api/biz/item-productization/', { token, query: { q: slug } })).body.results[0].missing
  expect(await missing()).not.toContain('attribute')
  await create({
    name: '透け感',
    category: w.categories.coat,
    value_type: 'STRING',
    unit: '',
    is_measure: false,
  })
  await t.runJobs()
  expect(await missing()).toContain('attribute')
})

test('the file that is written can be loaded again, and the same again changes nothing', async () => {
  const text = await file()
  const { count } = (await t.ask(`GET ${base}`, { token: house })).body
  expect((await load(text)).body).toMatchObject({ created: 0, updated: 0, unchanged: count })
  const changed = `${text.replace('衣類,着丈,数値,cm,,する,する', '衣類,着丈,数値,cm,,する,しない')}衣類,素材感,文字,,厚手|薄手,しない,しない,8,する\r\n`
  expect((await load(changed, true)).body).toMatchObject({ created: 1, updated: 1 })
  expect(await file()).toBe(text)
  expect((await load(changed)).body).toMatchObject({ created: 1, updated: 1, unchanged: count - 1 })
  expect((await load(changed)).body).toMatchObject({ created: 0, updated: 0, unchanged: count + 1 })
  expect((await load('カテゴリ,項目,型\n衣類,素材感,文字\n')).body).toMatchObject({ unchanged: 1 })
})

test('a file with mistakes changes nothing, and says where they are', async () => {
  const before = await file()
  const refused = await load(
    'カテゴリ,項目,型,単位,選択肢,採寸,順番\n衣類,首回り,数値,cm,,する,1\n衣類,首回り,数値,cm,,する,2\n衣類,色味,文字,cm,,する,0\n衣類,厚み,厚さ,,,しない,3\n',
  )
  expect(refused.body).toMatchObject({
    lines: [3, 4, 5],
    rows: [
      { name: [expect.any(String)] },
      { sort: [expect.any(String)], unit: [expect.any(String)], is_measure: [expect.any(String)] },
      { value_type: [expect.any(String)] },
    ],
  })
  const orphan = await load('カテゴリ,項目,型\n衣類>ない,丈,数値\n衣類,柄,ある・ない\n')
  expect(orphan.body).toMatchObject({ lines: [2], rows: [{ category: [expect.any(String)] }] })
  expect(await file()).toBe(before)
})

test('every shipped attribute is of a shipped category, and garments are measured', () => {
  const { attributes, categories } = readAllShipped()
  const paths = new Set(categories.map(({ above, name }) => [...above, name].join('>')))
  expect(attributes.filter(({ category }) => !paths.has(category.join('>')))).toEqual([])
  const required = attributes.filter((one) => one.is_required && one.is_measure && one.is_active)
  expect(required.length).toBeGreaterThan(20)
})
