import { sql } from 'kysely'
import {
  dueRules,
  itemStatus as I,
  type RequestStation,
  requestStages,
  requestStations,
  requestStatus as S,
} from '#contract/lifecycle'
import { codes, type Part } from '#server/platform/statement'

const hasItems = (...statuses: readonly number[]): Part =>
  sql`exists (select from purchase_item i where i.request_id = r.id and i.status in (${codes(statuses)}))`

const isUnfinished = hasItems(I.RECEIVED, I.ASSESSING)
const goesBack = hasItems(I.RETURN_REQUESTED)

/** Stations that also depend on the items. */
const ofItems: Readonly<Record<number, Partial<Record<RequestStation, Part>>>> = {
  [S.ASSESSING]: { assessing: isUnfinished, to_publish: sql`not ${isUnfinished}` },
  [S.CONTRACTED]: { returning: goesBack },
}

/** No request is at two stations: a second look stays at its own until it is published again. */
export function isAtStation(station: RequestStation): Part {
  const whole = requestStages.filter((row) => row.station === station && !ofItems[row.code])
  const split = Object.entries(ofItems).flatMap(([status, at]) => {
    const stands = at[station]
    return stands ? [sql`(r.status = ${sql.lit(Number(status))} and ${stands})`] : []
  })
  const list = whole.length > 0 ? [sql`r.status in (${codes(whole.map(({ code }) => code))})`] : []
  return sql`(${sql.join([...list, ...split], sql` or `)})`
}

/** For the request `r`; null where nothing waits for the shop. */
export const stationOfRequest: Part = sql`case ${sql.join(
  requestStations.map((station) => sql`when ${isAtStation(station)} then ${station}::text`),
  sql` `,
)} end`

export function isLate(at: Date): Part {
  const now = sql`${at.toISOString()}::timestamptz`
  const rules = dueRules.map(({ status, since, lateAfter }) => {
    const column = sql.ref(`r.${since}`)
    const isOver =
      since === 'pickup_date'
        ? sql`${column} < (${now} at time zone 'Asia/Tokyo')::date - ${sql.lit(lateAfter)}`
        : sql`${column} < ${now} - ${sql.lit(`${lateAfter} days`)}::interval`
    return sql`(r.status = ${sql.lit(status)} and ${isOver})`
  })
  return sql`(${sql.join(rules, sql` or `)})`
}
