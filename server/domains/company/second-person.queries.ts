import { sql } from 'kysely'
import type { BusinessActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import type { Db } from '#server/platform/db'
import { type Ties, tieDays } from './second-person.rules.ts'
import { seesShop } from './shop.predicates.ts'

const before = (at: Date, days: number): string => daysBefore(at, days).toISOString()

/** A raise to administrator lets nobody in; it ties two people of the house, where others confirm it. */
const letIn = sql`
  select b.id as person, host.id as host from business_user b join company c on c.id = b.company_id
  cross join lateral (values (b.invited_by), (b.readmitted_by), (case when c.is_operator then b.raised_by end)) as host(id)
  where host.id is not null`

export async function tiesBetween(db: Db, first: number, actor: BusinessActor): Promise<Ties> {
  const second = actor.business_user_id
  const { rows } = await sql<Ties>`
    with recursive let_in as (${letIn}), above(of, host) as (
      select l.person, l.host from let_in l where l.person in (${first}, ${second})
      union select above.of, l.host from above join let_in l on l.person = above.host
    ), theirs as (
      select r.jti, r.device_hash, r.last_used_at from refresh_token r join business_user b on b.account_id = r.account_id
      where b.id = ${first}
    )
    select ${first}::bigint = ${second}::bigint as is_same,
      exists (select from above where (of, host) in ((${first}, ${second}), (${second}, ${first}))) as is_linked,
      exists (select from refresh_token mine join theirs on theirs.device_hash = mine.device_hash
        where mine.jti = ${actor.session.id} and mine.device_hash <> ''
          and theirs.last_used_at > ${before(actor.at, tieDays.device)}) as on_device,
      exists (select from session_network mine join session_network other on other.network_hash = mine.network_hash
        join theirs on theirs.jti = other.jti
        where mine.jti = ${actor.session.id}
          and least(mine.last_seen_at, other.last_seen_at) > ${before(actor.at, tieDays.network)}) as on_network`.execute(
    db,
  )
  const [ties] = rows
  if (!ties) throw new Error('the query about two persons returned no row')
  return ties
}

export async function nameOf(db: Db, user: number): Promise<string> {
  const row = await db.selectFrom('business_user').select('name').where('id', '=', user).executeTakeFirst()
  return row?.name ?? ''
}

export interface Among {
  admins?: boolean
  except?: number | undefined
  /** Only those who see what belongs to this shop. */
  shop?: number | undefined
}

/** Colleagues who neither let this person in nor were let in by them, so that they can be the second. */
export async function possibleSecondPersons(
  db: Db,
  first: number,
  { admins = false, except, shop }: Among,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive let_in as (${letIn}), linked(person) as (
      select ${first}::bigint
      union select l.host from linked join let_in l on l.person = linked.person
    ), below(person) as (
      select ${first}::bigint
      union select l.person from below join let_in l on l.host = below.person
    )
    select b.name from business_user b join account a on a.id = b.account_id
    where b.company_id = (select company_id from business_user where id = ${first})
      and b.can_sign_in and a.is_active and a.password_hash is not null
      and (b.role = 'admin' or not ${admins}) and b.id is distinct from ${except ?? null}::bigint
      and b.id not in (select person from linked) and b.id not in (select person from below)
      and ${shop === undefined ? sql`true` : seesShop('b.id', sql`${shop}::bigint`)}
    order by b.id`.execute(db)
  return rows.map(({ name }) => name)
}

export async function wasLetInBy(db: Db, person: number, host: number): Promise<boolean> {
  const { rows } = await sql<{ is_so: boolean }>`
    with recursive let_in as (${letIn}), above(host) as (
      select l.host from let_in l where l.person = ${person}
      union select l.host from above join let_in l on l.person = above.host
    )
    select exists (select from above where host = ${host}) as is_so`.execute(db)
  return rows[0]?.is_so === true
}
