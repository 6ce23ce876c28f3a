import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { noticeViews } from '#contract/stolen-notice'
import { foldSearch } from '#contract/text'
import type { Actor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { stolen_notice_article } from '#server/platform/db-types'
import { containing } from '#server/platform/like'
import { countOf, type Window } from '#server/platform/paging'
import type { PictureRow } from '#server/platform/picture'
import { scopeOf } from '#server/platform/scope'
import { limited } from '#server/platform/statement'

export interface NoticeFilter {
  view?: (typeof noticeViews)[number] | undefined
  q?: string | undefined
}

const isOwn = (actor: Actor) => scopeOf(actor, { company: 'n.company_id' })

/** Folded as a search is: width, kana and case do not matter. */
const folded = (text: RawBuilder<unknown>) => sql`lower(normalize(${text}, NFKC))`

function conditions(actor: Actor, today: string, { view, q }: NoticeFilter): RawBuilder<SqlBool> {
  const parts = [isOwn(actor)]
  if (view === 'live') parts.push(sql<SqlBool>`n.expires_on >= ${today}`)
  if (view === 'hit')
    parts.push(sql<SqlBool>`exists (
      select from stolen_notice_match m join stolen_notice_article a on a.id = m.article_id join purchase_item i on i.id = m.item_id
      where a.notice_id = n.id and m.state <> 'dismissed' and ${scopeOf(actor, { company: 'm.company_id', shop: 'i.shop_id' })})`)
  if (view === 'ended') parts.push(sql<SqlBool>`n.expires_on < ${today}`)
  if (q) {
    const like = containing(q.normalize('NFKC').toLowerCase())
    const brandLike = containing(foldSearch(q))
    parts.push(sql<SqlBool>`(
      ${folded(sql`n.number || ' ' || n.police_station`)} like ${like} or exists (
        select from stolen_notice_article a where a.notice_id = n.id and (a.brand_folded like ${brandLike}
          or ${folded(sql`concat_ws(' ', a.name, a.brand, a.color, a.features, a.product_number, a.serial_number, a.other_number)`)} like ${like})))`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

export const countNotices = (db: Db, actor: Actor, today: string, filter: NoticeFilter): Promise<number> =>
  countOf(db, sql`stolen_notice n where ${conditions(actor, today, filter)}`)

export interface NoticeRow {
  id: number
  number: string
  police_station: string
  issued_on: string | null
  arrived_on: string
  expires_on: string
  is_live: boolean
  articles: string
  article_count: number
  open_count: number
  held_count: number
}

/** In the reader's shops. */
const countOfMatches = (actor: Actor, state: 'open' | 'held') => sql<number>`(
  select count(*) from stolen_notice_match m join stolen_notice_article a on a.id = m.article_id
  join purchase_item i on i.id = m.item_id
  where a.notice_id = n.id and m.state = ${state} and ${scopeOf(actor, { company: 'm.company_id', shop: 'i.shop_id' })})`

export async function listNotices(
  db: Db,
  actor: Actor,
  today: string,
  filter: NoticeFilter,
  window: Window,
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.number, n.police_station, n.issued_on, n.arrived_on, n.expires_on, n.expires_on >= ${today} as is_live,
      coalesce(a.words, '') as articles, a.count as article_count,
      ${countOfMatches(actor, 'open')} as open_count, ${countOfMatches(actor, 'held')} as held_count
    from stolen_notice n
    left join lateral (
      select count(*) as count, string_agg(nullif(concat_ws(' ', nullif(a.brand, ''), nullif(a.name, ''), nullif(a.color, '')), ''), '、' order by a.position) as words
      from stolen_notice_article a where a.notice_id = n.id
    ) a on true
    where ${conditions(actor, today, filter)}
    order by n.arrived_on desc, n.id desc ${limited(window)}`.execute(db)
  return rows
}

export interface NoticeRecord extends Omit<NoticeRow, 'articles'> {
  company_id: number
  contact: string
  note: string
  registered_by: string
  registered_at: string
  compared_at: string | null
  version: number
}

export async function noticeById(
  db: Db,
  actor: Actor,
  id: number,
  today: string,
): Promise<NoticeRecord | undefined> {
  const { rows } = await sql<NoticeRecord>`
    select n.id, n.company_id, n.number, n.police_station, n.contact, n.issued_on, n.arrived_on, n.expires_on,
      n.expires_on >= ${today} as is_live, n.note, coalesce(u.name, '') as registered_by, n.registered_at, n.compared_at, n.version,
      ${countOfMatches(actor, 'open')} as open_count, ${countOfMatches(actor, 'held')} as held_count,
      (select count(*) from stolen_notice_article a where a.notice_id = n.id) as article_count
    from stolen_notice n left join business_user u on u.id = n.registered_by
    where n.id = ${id} and ${isOwn(actor)}`.execute(db)
  return rows[0]
}

export async function lockNotice(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from stolen_notice n where n.id = ${id} and ${isOwn(actor)} for update`.execute(tx)
  return rows.length > 0
}

export type ArticleRow = Omit<
  Selectable<stolen_notice_article>,
  'notice_id' | 'company_id' | 'category_id'
> & {
  category: number | null
  category_name: string
  is_brand_known: boolean
}

export async function articlesOf(db: Db, noticeId: number): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select a.*, a.category_id as category, coalesce(k.name, '') as category_name,
      a.brand_folded <> '' and exists (select from brand b
        where a.brand_folded = any(string_to_array(b.search_text, chr(10)))) as is_brand_known
    from stolen_notice_article a left join item_category k on k.id = a.category_id
    where a.notice_id = ${noticeId} order by a.position, a.id`.execute(db)
  return rows
}

export async function pagesOf(db: Db, noticeId: number): Promise<(PictureRow & { sha256: string })[]> {
  const rows = await db
    .selectFrom('stolen_notice_page as p')
    .innerJoin('stored_file as f', 'f.id', 'p.file_id')
    .select(['p.id', 'f.key', 'f.thumbnail_key', 'f.sha256'])
    .where('p.notice_id', '=', noticeId)
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: 'notice', caption: '' }))
}
