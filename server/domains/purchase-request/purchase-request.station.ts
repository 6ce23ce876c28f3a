import type { RequestStation } from '#contract/codes'
import { nothing, type Part, part } from '#server/platform/statement'

const isUnfinished = part`exists (select from purchase_item i where i.request_id = r.id and i.status in (0, 1))`

/**
 * Where the work on the request `r` waits. Lists, counts and the day all ask here, and no request stands at two
 * stations: a second look stays at its own until it is published again, whatever its items are at.
 */
const stations: Readonly<Record<RequestStation, Part>> = {
  shipping: part`r.status in (0, 1, 2)`,
  assessing: part`(r.status = 3 or (r.status = 10 and ${isUnfinished}))`,
  to_publish: part`(r.status = 10 and not ${isUnfinished})`,
  second_look: part`r.status = 12`,
  answered: part`r.status = 13`,
  returning: part`(r.status = 22 or (r.status = 20 and exists (select from purchase_item i where i.request_id = r.id and i.status = 5)))`,
}

/** Statuses of which some requests wait at a station: what a count has to look at. */
export const stationStatuses: readonly number[] = [0, 1, 2, 3, 10, 12, 13, 20, 22]

/** Whether the request `r` stands at a station. */
export const isAtStation = (station: RequestStation): Part => stations[station]

/** The station of the request `r`; null where nothing waits for the shop. */
export const stationOfRequest: Part = part`case ${Object.entries(stations).reduce(
  (cases, [name, stands]) => part`${cases} when ${stands} then ${name}::text`,
  nothing,
)} end`
