import { sql } from 'kysely'
import { tokyoDate, tokyoDateTime } from '#contract/day'
import { dueRules, requestStatus as S } from '#contract/lifecycle'
import { seesShop } from '#server/domains/company/shop.predicates'
import type { BusinessActor } from '#server/platform/actor'
import { endOfTokyoDay } from '#server/platform/calendar'
import type { Db } from '#server/platform/db'
import { codes, joined, type Part, selectRows } from '#server/platform/statement'
import { isOwnRequest } from './purchase-request.predicates.ts'
import { promiseOf } from './purchase-request.rules.ts'
import { listRequests, type RequestListRow } from './purchase-request-list.queries.ts'

/** Boxes that are here and owed a result or a parcel; the business days of their promises are counted in the calendar. */
const promises = dueRules.flatMap(({ status, since, promise }) =>
  promise?.businessDays !== undefined && status !== S.APPLIED
    ? [{ status, since, businessDays: promise.businessDays }]
    : [],
)

const mostShown = 8

const waiting = codes(promises.map(({ status }) => status))
const perStatus = (of: (one: (typeof promises)[number]) => Part): Part =>
  sql`case ${sql.join(
    promises.map((one) => sql`when r.status = ${sql.lit(one.status)} then ${of(one)}`),
    sql` `,
  )} end`
const since = perStatus((one) => sql.ref(`r.${one.since}`))
/** Weekends aside; the promises themselves are counted in the calendar. */
const about = perStatus(
  (one) => sql`${sql.ref(`r.${one.since}`)} + ${sql.lit(`${one.businessDays} days`)}::interval`,
)

interface Found {
  days: { status: number; day: string; n: number }[] | null
  ids: number[] | null
}

/** The boxes in the order of their promise, the most urgent first; all of them are counted. */
export async function promisedBoxes(db: Db, actor: BusinessActor, shop: number | undefined) {
  const conditions = [
    isOwnRequest(actor, 'r'),
    sql`r.status in (${waiting})`,
    ...(shop === undefined ? [] : [sql`r.shop_id = ${shop}`]),
  ]
  const [found] = await selectRows<Found>(
    db,
    sql`
    with box as materialized (
      select r.id, r.status, (${since} at time zone 'Asia/Tokyo')::date as day, ${about} as about
      from purchase_request r where ${joined(conditions, ' and ')}
    )
    select (select jsonb_agg(d) from (select status, day, count(*) as n from box group by 1, 2) d) as days,
      (select jsonb_agg(id) from (select id from box order by about, id limit ${sql.lit(mostShown)}) first) as ids`,
  )
  const ids = found?.ids ?? []
  const window = { limit: mostShown, offset: 0 }
  const rows = ids.length === 0 ? [] : await listRequests(db, actor, { ids }, window)
  const boxes = rows.map((row) => promised(row, actor.at))
  return {
    ...countsOf(found?.days ?? [], actor.at),
    boxes: boxes.toSorted(
      (a, b) => byTime(a.promised_at, b.promised_at) || ids.indexOf(a.id) - ids.indexOf(b.id),
    ),
  }
}

const byTime = (a: string | null, b: string | null) => (a ?? '').localeCompare(b ?? '')

function countsOf(days: NonNullable<Found['days']>, at: Date) {
  const endOfToday = endOfTokyoDay(tokyoDate(at))
  const told = { count: 0, late: 0, due_today: 0 }
  for (const { status, day, n } of days) {
    const rule = promises.find((one) => one.status === status)
    const by = rule && promiseOf({ status, [rule.since]: `${day}T00:00:00+09:00` })?.by
    told.count += n
    if (by && by < at) told.late += n
    else if (by && by <= endOfToday) told.due_today += n
  }
  return told
}

function promised(row: RequestListRow, at: Date) {
  const by = promiseOf(row)?.by ?? null
  return { ...row, promised_at: by && tokyoDateTime(by), is_late: by !== null && by < at }
}

/** Who of the shop has the fewest boxes to assess. */
export async function freeAssessor(db: Db, actor: BusinessActor, shop: number) {
  const [row] = await selectRows<{ id: number; name: string; box_count: number }>(
    db,
    sql`
    select u.id, u.name, (
      select count(*) from purchase_request r
      where r.assessor_id = u.id and r.status in (${codes([S.ARRIVED, S.ASSESSING, S.REASSESSING])})
    ) as box_count
    from business_user u
    where u.company_id = ${actor.company_id} and u.can_sign_in
      and ${seesShop('u.id', sql`${shop}`)}
    order by box_count, u.id limit 1`,
  )
  return row ?? null
}
