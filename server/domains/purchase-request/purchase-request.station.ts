import { sql } from 'kysely'
import {
  dueRules,
  type RequestStation,
  requestStages,
  requestStations,
  requestStatus as S,
} from '#contract/lifecycle'
import { goesBackItem, isUnfinishedItem } from '#server/domains/item/item.predicates'
import { codes, type Part } from '#server/platform/statement'

const hasItem = (isIt: Part): Part =>
  sql`exists (select from purchase_item i where i.request_id = r.id and ${isIt})`

/** Items that keep a request of these statuses at the first station; without them it is at the second, or at none. */
const splits: Readonly<Record<number, { item: Part; at: RequestStation; else?: RequestStation }>> = {
  [S.ASSESSING]: { item: isUnfinishedItem('i'), at: 'assessing', else: 'to_publish' },
  [S.CONTRACTED]: { item: goesBackItem('i'), at: 'returning' },
}

/** Stations that also depend on the items. */
const ofItems: Readonly<Record<number, Partial<Record<RequestStation, Part>>>> = Object.fromEntries(
  Object.entries(splits).map(([status, split]) => {
    const has = hasItem(split.item)
    return [status, { [split.at]: has, ...(split.else && { [split.else]: sql`not ${has}` }) }]
  }),
)

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
  requestStations.map((station) => sql`when ${isAtStation(station)} then ${sql.lit(station)}::text`),
  sql` `,
)} end`

/** For counting many requests `r`: whether one has such an item. Reads the items of those statuses alone. */
export const hasSplittingItem: Part = sql`lateral (
  select exists (
    select from purchase_item i where i.request_id = r.id and (${sql.join(
      Object.entries(splits).map(
        ([status, { item }]) => sql`(r.status = ${sql.lit(Number(status))} and ${item})`,
      ),
      sql` or `,
    )}) and r.status in (${codes(Object.keys(splits).map(Number))}) offset 0
  ) as splits
) x`

export function stationOf(status: number, splitsOff: boolean): RequestStation | undefined {
  const split = splits[status]
  if (split) return splitsOff ? split.at : split.else
  return requestStages.find(({ code }) => code === status)?.station
}

/** For an index: each status with its own column. */
export const isLate = (at: Date): Part =>
  sql`(${sql.join(
    dueRules.map((rule) => sql`(r.status = ${sql.lit(rule.status)} and ${isOver(rule, at)})`),
    sql` or `,
  )})`

/** For counting: one comparison a row. */
export const isLateByStatus = (at: Date): Part =>
  sql`case r.status ${sql.join(
    dueRules.map((rule) => sql`when ${sql.lit(rule.status)} then ${isOver(rule, at)}`),
    sql` `,
  )} end`

const MINUTE_MS = 60_000

function isOver({ since, lateAfter }: (typeof dueRules)[number], at: Date): Part {
  // To the minute: then everybody who asks within it can share what was read (platform/shared-reads.ts).
  const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const now = sql`${minute.toISOString()}::timestamptz`
  const column = sql.ref(`r.${since}`)
  return since === 'pickup_date'
    ? sql`${column} < (${now} at time zone 'Asia/Tokyo')::date - ${sql.lit(lateAfter)}`
    : sql`${column} < ${now} - ${sql.lit(`${lateAfter} days`)}::interval`
}
