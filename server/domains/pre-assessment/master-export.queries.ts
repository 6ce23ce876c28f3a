import { type RawBuilder, sql } from 'kysely'
import type { UploadKind } from '#contract/pre-assessment-master'
import type { AttributeValue } from '#contract/pre-assessment-price'
import type { Db } from '#server/platform/db'

export interface ExportedRow {
  brands: { name: string; rank: string; factor_permille: number }
  categories: { path: string; factor_permille: number }
  customers: { name: string; name_kana: string; phone: string; email: string; note: string }
  season_tags: { name: string; months: number[]; factor_permille: number; sort: number; is_active: boolean }
  price_templates: {
    brand: string | null
    brand_rank: string | null
    category: string | null
    gender: number | null
    condition: string | null
    season: string | null
    attributes: Record<string, AttributeValue>
    base: number
    band_permille: number
    valid_from: string
    valid_to: string | null
  }
}

const tree = sql`tree as (
  select id, name as path, array[sort::bigint, id] as place from item_category where parent_id is null
  union all
  select c.id, t.path || '>' || c.name, t.place || array[c.sort::bigint, c.id]
  from item_category c join tree t on t.id = c.parent_id
)`

const from = (company: number): Readonly<Record<UploadKind, RawBuilder<unknown>>> => ({
  brands: sql`brand b left join pre_assessment_brand p on p.brand_id = b.id and p.company_id = ${company}
    where b.merged_into is null`,
  categories: sql`tree t left join pre_assessment_category p on p.category_id = t.id and p.company_id = ${company}`,
  customers: sql`prospect p where p.company_id = ${company} and p.erased_at is null`,
  season_tags: sql`season_tag s where s.company_id = ${company}`,
  price_templates: sql`price_template t left join brand b on b.id = t.brand_id left join tree c on c.id = t.category_id
    left join pre_assessment_status s on s.id = t.status_id left join season_tag g on g.id = t.season_id
    where t.company_id = ${company} and t.replaced_at is null`,
})

export async function countExported(db: Db, company: number, kind: UploadKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive ${tree} select count(*) as count from ${from(company)[kind]}`.execute(db)
  return rows[0]?.count ?? 0
}

const columns: Readonly<Record<UploadKind, RawBuilder<unknown>>> = {
  brands: sql`b.name, coalesce(p.rank, '') as rank, coalesce(p.factor_permille, 1000) as factor_permille`,
  categories: sql`t.path, coalesce(p.factor_permille, 1000) as factor_permille`,
  customers: sql`p.name, p.name_kana, p.phone, p.email, p.note`,
  season_tags: sql`s.name, s.months, s.factor_permille, s.sort, s.is_active`,
  price_templates: sql`b.name as brand, t.brand_rank, c.path as category, t.gender, s.name as condition, g.name as season,
    t.attributes, t.base, t.band_permille, t.valid_from, t.valid_to`,
}

const order: Readonly<Record<UploadKind, RawBuilder<unknown>>> = {
  brands: sql`b.search_text, b.id`,
  categories: sql`t.place`,
  customers: sql`p.id`,
  season_tags: sql`s.sort, s.id`,
  price_templates: sql`t.id`,
}

export const exportedRows = <Kind extends UploadKind>(db: Db, company: number, kind: Kind) =>
  sql<ExportedRow[Kind]>`
    with recursive ${tree} select ${columns[kind]} from ${from(company)[kind]} order by ${order[kind]}`.compile(
    db,
  )
