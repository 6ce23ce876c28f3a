import { sql } from 'kysely'
import { foldSearch } from '#contract/text'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { isGeneralFor } from './catalogue.queries.ts'
import type { TemplateEntry } from './catalogue-list.rules.ts'

export interface TemplateFilter {
  q?: string | undefined
  is_active?: boolean | undefined
}

export interface TemplateMaster extends TemplateEntry {
  id: number
  is_active: boolean
  is_own: boolean
  version: number
}

/** Null: the operator keeps those that serve all. */
export const keeperOf = (actor: BusinessActor): number | null => (actor.is_operator ? null : actor.company_id)

/** Few enough to be searched here, with the folding of every search. */
export async function templateRows(
  db: Db,
  actor: BusinessActor,
  filter: TemplateFilter,
): Promise<TemplateMaster[]> {
  const { rows } = await sql<TemplateMaster>`
    select t.id, t.short_code, t.title, t.body, t.category, t.is_active, t.version,
      t.company_id is not distinct from ${keeperOf(actor)}::bigint as is_own
    from comment_template t
    where t.company_id is not distinct from ${keeperOf(actor)}::bigint or ${isGeneralFor(actor)}
    order by t.company_id is null, t.sort, t.id`.execute(db)
  const wanted = foldSearch(filter.q ?? '')
  return rows.filter(
    ({ short_code, title, body, category, is_active }) =>
      (filter.is_active === undefined || is_active === filter.is_active) &&
      foldSearch(`${short_code} ${title} ${body} ${category}`).includes(wanted),
  )
}

export const templateRow = async (
  db: Db,
  actor: BusinessActor,
  id: number,
): Promise<TemplateMaster | undefined> =>
  (await templateRows(db, actor, {})).find((template) => template.id === id)

export async function orderTemplates(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update comment_template t set sort = o.place
    from unnest(${ids}::bigint[]) with ordinality as o(id, place)
    where t.id = o.id and t.sort <> o.place`.execute(tx)
}
