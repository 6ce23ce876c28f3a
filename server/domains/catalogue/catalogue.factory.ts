import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { brand, campaign, category_attribute, item_category } from '#server/platform/db-types'
import { brandSearchText } from './brand-search.rules.ts'
import type { TemplateEntry } from './catalogue-list.rules.ts'

const created = '2026-04-01T10:00:00+09:00'

export async function makeBrand(
  db: Db,
  overrides: Partial<Insertable<brand>> & { aliases?: string[] } = {},
): Promise<number> {
  const name = overrides.name ?? 'GUCCI'
  const name_kana = overrides.name_kana ?? 'グッチ'
  const aliases = overrides.aliases ?? []
  const row = await db
    .insertInto('brand')
    .values({
      name,
      name_kana,
      aliases,
      search_text: brandSearchText({ name, name_kana, aliases }),
      created_at: created,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function makeBrands(db: Db) {
  return {
    gucci: await makeBrand(db),
    bottega: await makeBrand(db, {
      name: 'BOTTEGA VENETA',
      name_kana: 'ボッテガ・ヴェネタ',
      aliases: ['ボッテガベネタ'],
    }),
    garcons: await makeBrand(db, {
      name: 'COMME des GARÇONS',
      name_kana: 'コム デ ギャルソン',
      aliases: ['ギャルソン', 'CDG'],
    }),
    issey: await makeBrand(db, { name: 'ISSEY MIYAKE', name_kana: 'イッセイ ミヤケ', aliases: ['三宅一生'] }),
  }
}

export async function makeCategory(
  db: Db,
  overrides: Partial<Insertable<item_category>> = {},
): Promise<number> {
  const row = await db
    .insertInto('item_category')
    .values({ name: '衣類', parent_id: null, ledger_class: '02', ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function makeCategoryTree(db: Db) {
  const clothes = await makeCategory(db, { sort: 1 })
  const leather = await makeCategory(db, { name: 'バッグ・革小物・靴', ledger_class: '11', sort: 2 })
  const jewelry = await makeCategory(db, { name: '時計・アクセサリー', ledger_class: '03', sort: 3 })
  const under = (parent: number, name: string, ledgerClass: string, sort: number) =>
    makeCategory(db, { name, parent_id: parent, ledger_class: ledgerClass, sort })
  return {
    clothes,
    leather,
    jewelry,
    tops: await under(clothes, 'トップス', '02', 1),
    knit: await under(clothes, 'ニット', '02', 2),
    coat: await under(clothes, 'コート・ジャケット', '02', 3),
    dress: await under(clothes, 'ワンピース', '02', 4),
    bottoms: await under(clothes, 'ボトムス', '02', 5),
    bag: await under(leather, 'バッグ', '11', 1),
    wallet: await under(leather, '財布', '11', 2),
    shoes: await under(leather, '靴', '11', 3),
    watch: await under(jewelry, '腕時計', '03', 1),
    accessory: await under(jewelry, 'アクセサリー', '03', 2),
  }
}

const usualTemplates: readonly TemplateEntry[] = [
  { title: '角スレ', body: '四隅に軽いスレが見られます。', category: 'バッグ', short_code: 'ks' },
  { title: '毛玉', body: '袖と脇に毛玉が見られます。', category: '衣類', short_code: 'kd' },
  { title: '美品', body: '目立つ傷や汚れがなく、きれいな状態です。', category: '共通', short_code: 'bi' },
]

export async function makeCommentTemplates(
  db: Db,
  companyId: number,
  templates = usualTemplates,
): Promise<number[]> {
  const rows = await db
    .insertInto('comment_template')
    .values(templates.map((row, index) => ({ ...row, company_id: companyId, sort: index + 1 })))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function makeAmounts(
  db: Db,
  company_id: number,
  amounts: readonly { brand_id: number; category_id: number; grade: string; amount: number }[],
): Promise<void> {
  await db
    .insertInto('buying_amount')
    .values(amounts.map((row) => ({ company_id, ...row, updated_at: created })))
    .execute()
}

export async function makeCampaign(
  db: Db,
  companyId: number,
  overrides: Partial<Insertable<campaign>> = {},
): Promise<number> {
  const row = await db
    .insertInto('campaign')
    .values({
      company_id: companyId,
      name: '冬物買取アップ',
      percent: 10,
      starts_on: '2026-11-01',
      ends_on: '2026-12-31',
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function makeAttribute(
  db: Db,
  categoryId: number,
  overrides: Partial<Insertable<category_attribute>> = {},
): Promise<number> {
  const row = await db
    .insertInto('category_attribute')
    .values({
      category_id: categoryId,
      name: '着丈',
      value_type: 'NUMBER',
      unit: 'cm',
      is_measure: true,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
