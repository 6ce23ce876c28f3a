import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Audience } from '#contract/announcement'
import type { AnnouncementState } from '#contract/setup'
import type { Actor, BusinessActor, SignedIn } from '#server/platform/actor'
import { inBatches } from '#server/platform/cursor'
import type { Db, Tx } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import { countOf } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { stateOf } from './announcement.rules.ts'
import { isForCustomer, isForStaff, type Readers } from './audience.queries.ts'

const isShown = (at: string) =>
  sql<SqlBool>`(a.published_at <= ${at} and (a.ends_at is null or a.ends_at > ${at}))`

const levelOf = (text: string): 'info' | 'important' => (text === 'important' ? 'important' : 'info')

const shown = (db: Db, actor: Actor) =>
  db.selectFrom('announcement as a').where(isShown(actor.at.toISOString()))

/** For the storefront. */
const forReader = (db: Db, actor: Actor) =>
  shown(db, actor).where(
    actor.kind === 'customer' ? isForCustomer(actor) : sql<SqlBool>`a.audience = 'everyone'`,
  )

const seenBy = (account: number | null) => sql<boolean>`exists (
  select from announcement_seen s where s.announcement_id = a.id and s.account_id = ${account}::bigint)`

/** For the back office. */
function forStaff(db: Db, actor: BusinessActor, isSeen: boolean | undefined) {
  const all = shown(db, actor).where(isForStaff(actor))
  return isSeen === undefined ? all : all.where(sql<SqlBool>`${seenBy(actor.account_id)} = ${isSeen}`)
}

type Listed = ReturnType<typeof shown>

async function rowsOf(listed: Listed, actor: Actor, { limit, offset }: Window) {
  const account = actor.kind === 'customer' || actor.kind === 'business' ? actor.account_id : null
  const rows = await listed
    .leftJoin('company as c', 'c.id', 'a.author_id')
    .leftJoin('shop as h', 'h.id', 'a.shop_id')
    .select(['a.id', 'a.title', 'a.body', 'a.published_at', 'a.level'])
    .select(sql<string>`case when a.author_id is null then '' else coalesce(h.name, c.name) end`.as('sender'))
    .select(seenBy(account).as('is_seen'))
    .orderBy('a.published_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ published_at, level, ...row }) => ({
    ...row,
    // The condition of `shown` excludes null.
    published_at: published_at ?? actor.at.toISOString(),
    level: levelOf(level),
  }))
}

const countListed = (db: Db, listed: Listed): Promise<number> =>
  countOf(db, sql`(${listed.select('a.id')}) listed`)

export const countForReader = (db: Db, actor: Actor): Promise<number> => countListed(db, forReader(db, actor))

export const rowsForReader = (db: Db, actor: Actor, window: Window) =>
  rowsOf(forReader(db, actor), actor, window)

export const countForStaff = (db: Db, actor: BusinessActor, isSeen: boolean | undefined): Promise<number> =>
  countListed(db, forStaff(db, actor, isSeen))

export const rowsForStaff = (db: Db, actor: BusinessActor, isSeen: boolean | undefined, window: Window) =>
  rowsOf(forStaff(db, actor, isSeen), actor, window)

/** Those that the reader may see; what was seen before keeps its time. */
export async function insertSeen(tx: Tx, actor: SignedIn, announcements: readonly number[]): Promise<void> {
  const isFor = actor.kind === 'customer' ? isForCustomer(actor) : isForStaff(actor)
  const at = actor.at.toISOString()
  await sql`
    insert into announcement_seen (announcement_id, account_id, seen_at)
    select a.id, ${actor.account_id}, ${at} from announcement a
    where a.id = any(${announcements}::bigint[]) and ${isShown(at)} and ${isFor}
    order by a.id
    on conflict do nothing`.execute(tx)
}

/** What the actor's company wrote. */
const isOwn = (actor: BusinessActor): RawBuilder<SqlBool> =>
  actor.is_operator
    ? sql<SqlBool>`a.author_id is null`
    : scopeOf(actor, { company: 'a.author_id', shop: 'a.shop_id' })

export interface AnnouncementFilter {
  state?: AnnouncementState | undefined
  audience?: Audience | undefined
}

function filtered(db: Db, actor: BusinessActor, { state, audience }: AnnouncementFilter) {
  const at = actor.at.toISOString()
  const own = db.selectFrom('announcement as a').where(isOwn(actor))
  const all = audience ? own.where('a.audience', '=', audience) : own
  switch (state) {
    case 'draft':
      return all.where('a.published_at', 'is', null)
    case 'scheduled':
      return all.where('a.published_at', '>', at)
    case 'shown':
      return all.where(isShown(at))
    case 'ended':
      return all.where('a.published_at', '<=', at).where('a.ends_at', '<=', at)
    default:
      return all
  }
}

export const countOfState = (db: Db, actor: BusinessActor, filter: AnnouncementFilter): Promise<number> =>
  countOf(db, sql`(${filtered(db, actor, filter).select('a.id')}) listed`)

const described = (listed: ReturnType<typeof filtered>) =>
  listed
    .leftJoin('company as c', 'c.id', 'a.company_id')
    .leftJoin('shop as h', 'h.id', 'a.shop_id')
    .select([
      'a.id',
      'a.title',
      'a.body',
      'a.level',
      'a.published_at',
      'a.ends_at',
      'a.version',
      'a.audience',
    ])
    .select(['a.company_id as company', 'a.shop_id as shop'])
    .select(sql<string>`coalesce(c.name, '')`.as('company_name'))
    .select(sql<string>`coalesce(h.name, '')`.as('shop_name'))

type Described = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number]

const asShown = ({ audience, level, ...row }: Described, at: Date) => ({
  ...row,
  audience: audience as Audience,
  level: levelOf(level),
  state: stateOf(row, at),
})

const ordered = (db: Db, actor: BusinessActor, filter: AnnouncementFilter) =>
  described(filtered(db, actor, filter))
    .orderBy('a.published_at', (order) => order.desc().nullsFirst())
    .orderBy('a.id', 'desc')

export async function rowsOfState(db: Db, actor: BusinessActor, filter: AnnouncementFilter, window: Window) {
  const rows = await ordered(db, actor, filter).limit(window.limit).offset(window.offset).execute()
  return rows.map((row) => asShown(row, actor.at))
}

export async function* allOfState(
  db: Db,
  actor: BusinessActor,
  filter: AnnouncementFilter,
  signal: AbortSignal,
) {
  for await (const rows of inBatches(db, ordered(db, actor, filter).compile(), signal))
    yield rows.map((row) => asShown(row, actor.at))
}

export async function announcementRow(db: Db, actor: BusinessActor, id: number) {
  const row = await described(filtered(db, actor, {}))
    .where('a.id', '=', id)
    .executeTakeFirst()
  return row && asShown(row, actor.at)
}

export type AnnouncementRow = NonNullable<Awaited<ReturnType<typeof announcementRow>>>

export const countSeen = (db: Db, id: number): Promise<number> =>
  countOf(db, sql`announcement_seen where announcement_id = ${id}`)

export async function lockAnnouncement(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('announcement').select('id').where('id', '=', id).forUpdate().execute()
}

export interface AnnouncementColumns extends Readers {
  title: string
  body: string
  level: 'info' | 'important'
  published_at: string | null
  ends_at: string | null
}

export async function insertAnnouncement(
  tx: Tx,
  row: AnnouncementColumns & { author_id: number | null },
): Promise<number> {
  const { id } = await tx.insertInto('announcement').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateAnnouncement(
  tx: Tx,
  id: number,
  row: Partial<AnnouncementColumns>,
): Promise<void> {
  await tx
    .updateTable('announcement')
    .set((eb) => ({ ...row, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteAnnouncement(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('announcement').where('id', '=', id).execute()
}
