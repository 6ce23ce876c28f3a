import { sql } from 'kysely'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { entriesAs, type Tally } from './master-file.queries.ts'
import type { FiledTemplate } from './template-tie.rules.ts'
import type { Entry } from './upload-entry.rules.ts'

const columns = sql`brand bigint, brand_rank text, category bigint, gender smallint, condition bigint, season bigint,
  attributes jsonb, match_key text, base bigint, band_permille int, valid_from date, valid_to date`

const piece = 10_000

/** The place of an entry in the file is its place here, from 0. */
async function takeFile(tx: Tx, entries: readonly Entry[]): Promise<void> {
  await sql`create temp table template_file (place int, ${columns}, replaces bigint) on commit drop`.execute(
    tx,
  )
  for (let from = 0; from < entries.length; from += piece)
    await sql`insert into template_file select ${from}::int + row_number() over () - 1, e.*
      from ${entriesAs(entries.slice(from, from + piece), columns)}`.execute(tx)
  await sql`create index on template_file (match_key, valid_from)`.execute(tx)
  await sql`create index on template_file (place)`.execute(tx)
  await sql`analyze template_file`.execute(tx)
}

async function dropKnown(tx: Tx, company: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from template_file f using price_template t
    where t.company_id = ${company} and t.replaced_at is null and t.match_key = f.match_key
      and t.valid_from = f.valid_from and t.base = f.base and t.band_permille = f.band_permille
      and t.valid_to is not distinct from f.valid_to`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** As one entered by hand: a version that begins later ends the one before it the day before. */
async function endReplaced(tx: Tx, actor: BusinessActor, today: string): Promise<void> {
  await sql`
    update template_file f set replaces = t.id from price_template t
    where t.company_id = ${actor.company_id} and t.replaced_at is null and t.match_key = f.match_key
      and t.valid_from <= f.valid_from and (t.valid_to is null or t.valid_to >= f.valid_from)`.execute(tx)
  const at = actor.at.toISOString()
  await sql`
    update price_template t set replaced_at = ${at}::timestamptz
    from (select distinct replaces from template_file where replaces is not null) f where t.id = f.replaces`.execute(
    tx,
  )
  await sql`
    insert into price_template (company_id, brand_id, brand_rank, category_id, gender, status_id, season_id, attributes,
      match_key, base, band_permille, valid_from, valid_to, replaces_id, created_by, created_at)
    select t.company_id, t.brand_id, t.brand_rank, t.category_id, t.gender, t.status_id, t.season_id, t.attributes,
      t.match_key, t.base, t.band_permille, t.valid_from, f.begins - 1, t.id, ${actor.business_user_id}, ${at}::timestamptz
    from (select replaces, min(valid_from) as begins from template_file where replaces is not null group by 1) f
    join price_template t on t.id = f.replaces
    where f.begins > ${today}::date and f.begins > t.valid_from`.execute(tx)
}

async function insertPiece(tx: Tx, actor: BusinessActor, from: number) {
  const { rows } = await sql<{ created: number; updated: number }>`
    with written as (
      insert into price_template (company_id, brand_id, brand_rank, category_id, gender, status_id, season_id, attributes,
        match_key, base, band_permille, valid_from, valid_to, replaces_id, created_by, created_at)
      select ${actor.company_id}, brand, brand_rank, category, gender, condition, season, attributes, match_key, base,
        band_permille, valid_from, valid_to, replaces, ${actor.business_user_id}, ${actor.at.toISOString()}::timestamptz
      from template_file where place >= ${from} and place < ${from + piece} order by place
      returning replaces_id
    ) select count(*) filter (where replaces_id is null)::int as created,
      count(*) filter (where replaces_id is not null)::int as updated from written`.execute(tx)
  return rows[0] ?? { created: 0, updated: 0 }
}

/** A line that differs replaces the version in force, and one that says what is known changes nothing. */
export async function loadTemplates(
  tx: Tx,
  actor: BusinessActor,
  { entries, today }: { entries: readonly Entry[]; today: string },
  progress: (done: number) => Promise<void>,
): Promise<Tally> {
  await takeFile(tx, entries)
  const unchanged = await dropKnown(tx, actor.company_id)
  await endReplaced(tx, actor, today)
  const tally = { created: 0, updated: 0, unchanged }
  for (let from = 0; from < entries.length; from += piece) {
    const { created, updated } = await insertPiece(tx, actor, from)
    tally.created += created
    tally.updated += updated
    await progress(Math.min(from + piece, entries.length))
  }
  return tally
}

export interface Overlap {
  place: number
  other: number
  /** Where the other one is in the file too. */
  other_place: number | null
  valid_from: string
  valid_to: string | null
}

/** Templates of one key, one of them new, that count on the same day. After `loadTemplates`. */
export async function overlapsOfFile(tx: Tx, company: number, most: number): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    select f.place, t.id as other, g.place as other_place, t.valid_from, t.valid_to
    from template_file f join price_template t on t.company_id = ${company} and t.replaced_at is null
      and t.match_key = f.match_key and t.valid_from <> f.valid_from
      and t.valid_from <= coalesce(f.valid_to, 'infinity') and f.valid_from <= coalesce(t.valid_to, 'infinity')
    left join template_file g on g.match_key = t.match_key and g.valid_from = t.valid_from
    where g.place is null or g.place < f.place
    order by f.place limit ${most}`.execute(tx)
  return rows
}

/** Templates with attributes that are alike but for these, where the file has one of them. */
export async function attributedLikeFile(tx: Tx, company: number): Promise<FiledTemplate[]> {
  const { rows } = await sql<FiledTemplate>`
    with kinds as materialized (
      select distinct split_part(match_key, '{', 1) as kind from template_file where attributes <> '{}'
    )
    select t.id, k.kind, t.attributes, t.valid_from, t.valid_to, f.place
    from kinds k join price_template t on split_part(t.match_key, '{', 1) = k.kind
    left join template_file f on f.match_key = t.match_key and f.valid_from = t.valid_from
    where t.company_id = ${company} and t.replaced_at is null and t.attributes <> '{}'
      and exists (select from kinds)
    order by t.id`.execute(tx)
  return rows
}
