import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db'
import type { VersionColumns, VersionRow } from './store-look.rules.ts'

export interface LookRow {
  id: number
  key: string
  version: number
  published_number: number | null
  published_at: string | null
  published_by: string
  withdrawn_at: string | null
  companies: string[]
  number: number
}

export async function lookRows(db: Db, key?: string): Promise<LookRow[]> {
  const { rows } = await sql<LookRow>`
    select l.id, l.store_key as key, l.version, l.published_number, l.published_at, l.published_by, l.withdrawn_at,
      coalesce((
        select jsonb_agg(c.name order by c.id) from company c where c.store_key = l.store_key and not c.is_operator
      ), '[]') as companies,
      (select max(v.number) from store_look_version v where v.look_id = l.id) as number
    from store_look l
    where ${key === undefined ? sql`true` : sql`l.store_key = ${key}`}
    order by l.store_key <> 'default', l.store_key`.execute(db)
  return rows
}

const versionColumns = sql`v.number, v.name, v.brand, v.accent, v.colors, v.typeface, v.logo, v.symbol, v.drawn,
  v.headline_start, v.headline_end, v.lead, v.footer_note, v.created_at, v.created_by`

export async function versionRows(db: Db, look: number, limit: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select ${versionColumns} from store_look_version v where v.look_id = ${look}
    order by v.number desc limit ${limit}`.execute(db)
  return rows
}

/** Of each look the version that a list shows: what visitors see, else the newest. */
export async function shownVersions(db: Db): Promise<Map<number, VersionRow>> {
  const { rows } = await sql<VersionRow & { look_id: number }>`
    select distinct on (v.look_id) v.look_id, ${versionColumns}
    from store_look_version v join store_look l on l.id = v.look_id
    order by v.look_id, v.number is not distinct from l.published_number desc, v.number desc`.execute(db)
  return new Map(rows.map((row) => [row.look_id, row]))
}

export async function publishedRows(db: Db): Promise<(VersionRow & { key: string })[]> {
  const { rows } = await sql<VersionRow & { key: string }>`
    select l.store_key as key, ${versionColumns}
    from store_look l join store_look_version v on v.look_id = l.id and v.number = l.published_number
    where l.withdrawn_at is null
    order by l.store_key <> 'default', l.store_key`.execute(db)
  return rows
}

export async function versionExists(db: Db, look: number, number: number): Promise<boolean> {
  const row = await db
    .selectFrom('store_look_version')
    .select('number')
    .where('look_id', '=', look)
    .where('number', '=', number)
    .executeTakeFirst()
  return row !== undefined
}

export const lockLook = (tx: Tx, key: string) =>
  tx.selectFrom('store_look').select('id').where('store_key', '=', key).forUpdate().executeTakeFirst()

/** Undefined when the key is taken. */
export async function insertLook(tx: Tx, key: string): Promise<number | undefined> {
  const row = await tx
    .insertInto('store_look')
    .values({ store_key: key })
    .onConflict((conflict) => conflict.column('store_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertVersion(
  tx: Tx,
  look: number,
  number: number,
  { colors, logo, symbol, drawn, ...row }: VersionColumns,
  by: { at: string; name: string },
): Promise<void> {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  await tx
    .insertInto('store_look_version')
    .values({
      ...row,
      look_id: look,
      number,
      colors: JSON.stringify(colors),
      logo: json(logo),
      symbol: json(symbol),
      drawn: json(drawn),
      created_at: by.at,
      created_by: by.name,
    })
    .execute()
}

interface LookColumns {
  published_number?: number
  published_at?: string
  published_by?: string
  withdrawn_at?: string | null
}

export async function updateLook(tx: Tx, look: number, columns: LookColumns): Promise<void> {
  await tx
    .updateTable('store_look')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', look)
    .execute()
}

export interface PictureRow {
  name: string
  kind: 'logo' | 'symbol' | 'drawn'
  content_type: string
  width: number
  height: number
  bytes: Buffer
}

/** The name is made from the bytes, so an equal picture is there already; its age begins anew. */
export async function putPicture(tx: Tx, picture: PictureRow, at: string): Promise<void> {
  await tx
    .insertInto('store_picture')
    .values({ ...picture, created_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: at }))
    .execute()
}

export const pictureRow = (db: Db, name: string) =>
  db
    .selectFrom('store_picture')
    .select(['name', 'kind', 'content_type', 'width', 'height', 'bytes'])
    .where('name', '=', name)
    .executeTakeFirst()

/** Keeps the picture from being deleted as unused while the version that names it is not committed. */
export const touchPicture = (tx: Tx, name: string, at: string) =>
  tx.updateTable('store_picture').set({ created_at: at }).where('name', '=', name).returning('name').execute()

export async function deleteUnused(tx: Tx, before: string): Promise<void> {
  await sql`
    delete from store_picture p
    where p.created_at < ${before} and not exists (
      select from store_look_version v
      where concat(v.logo::text, v.symbol::text, v.drawn::text) like '%' || p.name || '%')`.execute(tx)
}
