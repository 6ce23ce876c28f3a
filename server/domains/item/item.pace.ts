import { sql } from 'kysely'
import { addDays, tokyoDate } from '#contract/day'
import { itemStatus as I } from '#contract/lifecycle'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { codes } from '#server/platform/statement'

const usualDays = 28
/** Whoever finishes nothing for so long was at something else. */
const longestMinutes = 30

/** Of nobody but the reader. */
export async function ownPace(db: Db, actor: BusinessActor) {
  const today = tokyoDate(actor.at)
  const since = addDays(today, -usualDays)
  const { rows } = await sql<{
    today: number
    minutes: number | null
    usual_count: number | null
    usual_minutes: number | null
  }>`
    with finished as (
      select (h.at at time zone 'Asia/Tokyo')::date as day, h.item_id, min(h.at) as at
      from item_history h
      where h.actor_kind = 'business' and h.actor_id = ${actor.business_user_id}
        and h.to_status in (${codes([I.ASSESSED, I.NOT_BUYABLE])}) and h.from_status <> h.to_status
        and h.at >= (${since}::timestamp at time zone 'Asia/Tokyo') and h.at <= ${actor.at.toISOString()}::timestamptz
      group by 1, 2
    ), gap as (
      select day, extract(epoch from at - lag(at) over (partition by day order by at)) / 60 as minutes from finished
    ), own_day as (
      select day, count(*) as n from finished group by day
    )
    select coalesce((select n from own_day where day = ${today}::date), 0) as today,
      (select round(percentile_cont(0.5) within group (order by minutes)::numeric, 1)::float8
        from gap where day = ${today}::date and minutes <= ${longestMinutes}) as minutes,
      (select percentile_disc(0.5) within group (order by n) from own_day where day < ${today}::date) as usual_count,
      (select round(percentile_cont(0.5) within group (order by minutes)::numeric, 1)::float8
        from gap where day < ${today}::date and minutes <= ${longestMinutes}) as usual_minutes`.execute(db)
  return rows[0] ?? { today: 0, minutes: null, usual_count: null, usual_minutes: null }
}
