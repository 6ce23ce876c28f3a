import { sql } from 'kysely'
import { parcelReference, type ReadReference } from '#contract/carrier-label'
import { editableStatuses, requestStatus as S } from '#contract/lifecycle'
import { changesParcel, type IssuedResult } from '#contract/tracking-import'
import { type Carrier, usualCarrier } from '#contract/tracking-number'
import type { BusinessActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { Refusal } from '#server/platform/refusal'
import { codes, selectRows } from '#server/platform/statement'
import {
  type IssuedNumber,
  type IssuedTarget,
  type IssuedVerdict,
  judgeNumbers,
} from './issued-numbers.rules.ts'
import { writeRequestColumns } from './purchase-request.biz.ts'
import { kitOf } from './purchase-request.kit.ts'
import { daysOfNumber, lockKitNumbers, markKitSent } from './purchase-request.kit-sending.ts'
import { writePickups } from './purchase-request.pickups.ts'
import { isOwnRequest } from './purchase-request.predicates.ts'
import { lockRequests, type RequestRecord } from './purchase-request.queries.ts'
import { isAtStation } from './purchase-request.station.ts'

/** Returns, kits and boxes of pickups that the references name, of the own shops. */
async function targetsOf(db: Db, actor: BusinessActor, requests: readonly number[]): Promise<IssuedTarget[]> {
  const own = sql`r.id = any(${requests}::bigint[]) and ${isOwnRequest(actor, 'r')}`
  const outbound = sql`coalesce(r.carrier, ${usualCarrier})`
  return selectRows<IssuedTarget>(
    db,
    sql`select 'return' as kind, r.id as request, null::int as box, r.status, null::text as carrier,
        case when ${isAtStation('returning')} and exists (select from return_parcel p
            where p.request_id = r.id and p.tracking_number = r.return_tracking_number)
          then '' else r.return_tracking_number end as number,
        ${isAtStation('returning')} as is_open, false as is_kit_sent, true as is_arranged
      from purchase_request r where ${own}
      union all
      select 'kit', r.id, null, r.status, coalesce(k.carrier, ${outbound}), k.tracking_number,
        k.sent_at is not null or r.status in (${codes(editableStatuses)}), k.sent_at is not null, true
      from purchase_request r join request_kit k on k.request_id = r.id where ${own}
      union all
      select 'pickup', r.id, b.seq, r.status, ${outbound}, b.tracking_number,
        r.status in (${codes([S.APPLIED, S.AWAITING_SHIPMENT])}), false,
        r.delivering_option <> 'PICKUP_ONLY' or (r.carrier is not null and r.pickup_date is not null)
      from purchase_request r join request_box b on b.request_id = r.id where ${own}`,
  )
}

interface TakenRow {
  number: string
  reference: string
}

/** Numbers of the company's other parcels in the time in which carriers give out none twice. */
async function takenNumbers(db: Db, actor: BusinessActor, numbers: readonly string[]) {
  const since = daysBefore(actor.at, daysOfNumber).toISOString()
  const those = sql`any(${numbers}::text[])`
  const rows = await selectRows<TakenRow>(
    db,
    sql`select p.tracking_number as number, 'R-' || r.id as reference
      from return_parcel p join purchase_request r on r.id = p.request_id
      where p.tracking_number = ${those} and p.sent_at > ${since} and r.company_id = ${actor.company_id}
      union select r.return_tracking_number, 'R-' || r.id from purchase_request r
      where r.return_tracking_number <> '' and r.return_tracking_number = ${those}
        and r.updated_at > ${since} and r.company_id = ${actor.company_id}
      union select k.tracking_number, 'K-' || r.id from request_kit k join purchase_request r on r.id = k.request_id
      where k.tracking_number <> '' and k.tracking_number = ${those} and k.sent_at > ${since}
        and r.company_id = ${actor.company_id}
      union select b.tracking_number, 'P-' || r.id || '-' || b.seq
      from request_box b join purchase_request r on r.id = b.request_id
      where b.tracking_number <> '' and b.tracking_number = ${those} and r.created_at > ${since}
        and r.company_id = ${actor.company_id}`,
  )
  const holders = Map.groupBy(rows, ({ number }) => number)
  return (number: string, of: ReadReference): boolean =>
    (holders.get(number) ?? []).some(
      ({ reference }) => reference !== parcelReference(of.kind, of.request, of.box),
    )
}

/** What the numbers would change; writes nothing. */
export async function weighNumbers(
  db: Db,
  actor: BusinessActor,
  carrier: Carrier,
  numbers: readonly IssuedNumber[],
): Promise<IssuedVerdict[]> {
  const requests = [...new Set(numbers.map(({ reference }) => reference.request))]
  const targets = await targetsOf(db, actor, requests)
  const isTaken = await takenNumbers(
    db,
    actor,
    numbers.map(({ number }) => number),
  )
  return judgeNumbers(targets, numbers, carrier, isTaken)
}

/** What a file says, and what it would change before anything is locked. */
interface NumberFile {
  actor: BusinessActor
  carrier: Carrier
  numbers: readonly IssuedNumber[]
  weighed: readonly IssuedVerdict[]
  reason: string
}

/** A file has thousands, and a transaction for each takes long; other work on these waits for all of them. */
const requestsAtOnce = 100

/** Judged again under the locks of the requests. */
export async function takeNumbers(
  db: Db,
  actor: BusinessActor,
  carrier: Carrier,
  numbers: readonly IssuedNumber[],
  reason: string,
): Promise<IssuedVerdict[]> {
  const weighed = await weighNumbers(db, actor, carrier, numbers)
  const told = new Map(weighed.map((verdict) => [verdict.line, verdict]))
  const changing = weighed.flatMap(({ request, result }) =>
    request !== null && changesParcel(result) ? [request] : [],
  )
  const file = { actor, carrier, numbers, weighed, reason }
  const requests = [...new Set(changing)].sort((one, other) => one - other)
  for (let start = 0; start < requests.length; start += requestsAtOnce) {
    const verdicts = await takePart(db, file, requests.slice(start, start + requestsAtOnce))
    for (const verdict of verdicts) told.set(verdict.line, verdict)
  }
  return weighed.map(({ line }) => told.get(line) as IssuedVerdict)
}

const refusals: Readonly<Record<string, IssuedResult>> = {
  kit_number_used: 'number_used',
  guard_failed: 'not_arranged',
  invalid: 'number_used',
  not_editable: 'closed',
}

/** Where one of the requests refuses, each is taken by itself. */
async function takePart(db: Db, file: NumberFile, requests: readonly number[]): Promise<IssuedVerdict[]> {
  try {
    return await inTransaction(db, (tx) => takeForRequests(tx, file, requests))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (requests.length === 1) return refused(error, linesOf(file, requests))
    const verdicts: IssuedVerdict[] = []
    for (const request of requests) verdicts.push(...(await takePart(db, file, [request])))
    return verdicts
  }
}

function linesOf({ weighed }: NumberFile, requests: readonly number[]): IssuedVerdict[] {
  const wanted = new Set<number | null>(requests)
  return weighed.filter(({ request }) => request !== null && wanted.has(request))
}

/** Nothing of this request was written; the others are. */
function refused(error: Refusal, lines: readonly IssuedVerdict[]): IssuedVerdict[] {
  const result = refusals[error.code]
  if (!result) throw error
  return lines.map((verdict) => ({ ...verdict, result }))
}

async function takeForRequests(tx: Tx, file: NumberFile, ids: readonly number[]): Promise<IssuedVerdict[]> {
  const { actor, carrier } = file
  await lockKitNumbers(tx, actor)
  const requests = await lockRequests(tx, actor, ids)
  const before = new Map(linesOf(file, ids).map((verdict) => [verdict.line, verdict]))
  const numbers = file.numbers.filter(({ line }) => before.has(line))
  // Problems that show only in the whole file stay.
  const verdicts = (await weighNumbers(tx, actor, carrier, numbers)).map((verdict) => {
    const first = before.get(verdict.line)
    return first && !changesParcel(first.result) ? first : verdict
  })
  const right = new Set(verdicts.filter(({ result }) => changesParcel(result)).map(({ line }) => line))
  await write(
    tx,
    file,
    requests,
    numbers.filter(({ line }) => right.has(line)),
  )
  return verdicts
}

async function write(
  tx: Tx,
  { actor, carrier, reason }: NumberFile,
  requests: ReadonlyMap<number, RequestRecord>,
  numbers: readonly IssuedNumber[],
): Promise<void> {
  const pickups = new Map<RequestRecord, Map<number, string>>()
  for (const { reference, number } of numbers) {
    const request = requests.get(reference.request)
    if (!request) continue
    if (reference.kind === 'return') {
      const { version } = request
      await writeRequestColumns(tx, actor, request, { carrier, tracking_number: number, version })
    } else if (reference.kind === 'kit') {
      const kit = await kitOf(tx, request.id)
      if (kit) await markKitSent(tx, actor, request, kit, number)
    } else {
      const boxes = pickups.get(request) ?? new Map<number, string>()
      pickups.set(request, boxes.set(reference.box ?? 1, number))
    }
  }
  await writePickups(tx, actor, pickups, reason)
}
