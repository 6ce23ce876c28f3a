import { sql } from 'kysely'
import type { AttributeValue, Template } from '#contract/pre-assessment-price'
import type { Db } from '#server/platform/db'

export interface Wanted {
  place: number
  brand: number | null
  rank: string | null
  categories: readonly number[]
  gender: number | null
  status: number | null
  season: number | null
  attributes: Readonly<Record<string, AttributeValue>>
}

export interface Candidate extends Template {
  place: number
  attributes: Record<string, AttributeValue>
}

/**
 * Templates in force that agree with each article, for the choice between them. Each part is one look into the index of
 * company, brand, category and status; a joined condition with "or" would read all templates of the company.
 */
export async function candidateTemplates(
  db: Db,
  company: number,
  articles: readonly Wanted[],
  day: string,
): Promise<Candidate[]> {
  const part = (brand: Whose, category: Whose, status: Whose) => sql`
    select a.place, t.id, t.brand_id as brand, t.brand_rank, t.category_id as category, t.gender, t.status_id as status,
      t.season_id as season, t.attributes, t.base, t.band_permille, t.valid_from, t.valid_to
    from a ${category === 'own' ? sql`cross join lateral unnest(a.categories) as c(id)` : sql``}
    join price_template t on t.company_id = ${company} and t.replaced_at is null
      and ${brand === 'own' ? sql`t.brand_id = a.brand` : sql`t.brand_id is null and (t.brand_rank is null or t.brand_rank = a.rank)`}
      and ${category === 'own' ? sql`t.category_id = c.id` : sql`t.category_id is null`}
      and ${status === 'own' ? sql`t.status_id = a.status` : sql`t.status_id is null`}
    where (t.gender is null or t.gender = a.gender) and (t.season_id is null or t.season_id = a.season)
      and a.attributes @> t.attributes
      and t.valid_from <= ${day}::date and (t.valid_to is null or t.valid_to >= ${day}::date)`
  const parts = both.flatMap((brand) =>
    both.flatMap((category) => both.map((status) => part(brand, category, status))),
  )
  const { rows } = await sql<Candidate>`
    with a as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(articles)}::jsonb)
        as a(place int, brand bigint, rank text, categories bigint[], gender smallint, status bigint, season bigint, attributes jsonb)
    )
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** Of the article itself, or of any. */
type Whose = 'own' | 'none'
const both = ['own', 'none'] as const satisfies Whose[]

/** Rank and factor of the brands named, as the company has them. */
export async function brandFactors(db: Db, company: number, brands: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; rank: string; factor_permille: number }>`
    select b.id, b.name, coalesce(p.rank, '') as rank, coalesce(p.factor_permille, 1000) as factor_permille
    from brand b left join pre_assessment_brand p on p.brand_id = b.id and p.company_id = ${company}
    where b.id = any(${brands}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
