import { sql } from 'kysely'
import { addDays, tokyoDate, tokyoDateTime } from '#contract/day'
import { dueRules, requestStatus as S } from '#contract/lifecycle'
import type { BusinessActor } from '#server/platform/actor'
import { addBusinessDays, endOfTokyoDay } from '#server/platform/calendar'
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

const mostShown = 12
/** Older promises are all broken, and sort by the day they began. */
const daysCounted = 60

const waiting = codes(promises.map(({ status }) => status))
const since = sql`case ${sql.join(
  promises.map((one) => sql`when r.status = ${sql.lit(one.status)} then ${sql.ref(`r.${one.since}`)}`),
  sql` `,
)} end`

/** The end of the promised day, by status and first day. */
function calendarOf(at: Date): Part {
  const days = Array.from({ length: daysCounted }, (_, back) => addDays(tokyoDate(at), -back))
  const rows = promises.flatMap(({ status, businessDays }) =>
    days.map((day) => ({ status, day, by: endOfTokyoDay(addBusinessDays(day, businessDays)).toISOString() })),
  )
  return sql`rows from (unnest(${rows.map(({ status }) => status)}::smallint[], ${rows.map(({ day }) => day)}::date[],
    ${rows.map(({ by }) => by)}::timestamptz[])) as p(status, day, by)`
}

interface Counted {
  count: number
  late: number
  due_today: number
  ids: number[] | null
}

/** The boxes in the order of their promise, the most urgent first; all of them are counted. */
export async function promisedBoxes(db: Db, actor: BusinessActor, shop: number | undefined) {
  const at = actor.at.toISOString()
  const conditions = [
    isOwnRequest(actor, 'r'),
    sql`r.status in (${waiting})`,
    ...(shop === undefined ? [] : [sql`r.shop_id = ${shop}`]),
  ]
  const [counted] = await selectRows<Counted>(
    db,
    sql`
    with box as materialized (
      select r.id, b.since, p.by
      from purchase_request r cross join lateral (select ${since} as since) b
        left join ${calendarOf(actor.at)} on p.status = r.status and p.day = (b.since at time zone 'Asia/Tokyo')::date
      where ${joined(conditions, ' and ')}
    )
    select count(*) as count, count(*) filter (where by is null or by < ${at}) as late,
      count(*) filter (where by >= ${at} and by <= ${endOfTokyoDay(tokyoDate(actor.at)).toISOString()}) as due_today,
      (select jsonb_agg(id order by by nulls first, since, id) from (
        select * from box order by by nulls first, since, id limit ${mostShown}
      ) first) as ids
    from box`,
  )
  const ids = counted?.ids ?? []
  const window = { limit: mostShown, offset: 0 }
  const rows = ids.length === 0 ? [] : await listRequests(db, actor, { ids }, window)
  return {
    count: counted?.count ?? 0,
    late: counted?.late ?? 0,
    due_today: counted?.due_today ?? 0,
    boxes: rows
      .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      .map((row) => promised(row, actor.at)),
  }
}

function promised(row: RequestListRow, at: Date) {
  const by = promiseOf(row)?.by ?? null
  return { ...row, promised_at: by && tokyoDateTime(by), is_late: by === null || by < at }
}

/** Who of the shop has the fewest boxes to assess. Whoever asks comes first among equals. */
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
      and (not exists (select from business_user_shop l where l.business_user_id = u.id)
        or exists (select from business_user_shop l where l.business_user_id = u.id and l.shop_id = ${shop}))
    order by box_count, u.id <> ${actor.business_user_id}, u.id limit 1`,
  )
  return row ?? null
}
