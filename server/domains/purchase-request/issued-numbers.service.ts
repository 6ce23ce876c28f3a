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
import { bookShipment, writeOutbound, writeRequestColumns } from './purchase-request.biz.ts'
import { kitOf } from './purchase-request.kit.ts'
import { daysOfNumber, lockKitNumbers, markKitSent } from './purchase-request.kit-sending.ts'
import { isOwnRequest } from './purchase-request.predicates.ts'
import { lockRequest, type RequestRecord } from './purchase-request.queries.ts'
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

/** Each request in a transaction of its own, judged again under its lock. */
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
  for (const id of [...new Set(changing)].sort((one, other) => one - other)) {
    const lines = new Set(weighed.filter(({ request }) => request === id).map(({ line }) => line))
    const own = numbers.filter(({ line }) => lines.has(line))
    const verdicts = await inTransaction(db, (tx) =>
      takeForRequest(tx, actor, id, carrier, own, weighed, reason),
    ).catch((error: unknown) => refused(error, own, weighed))
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

/** Nothing of this request was written; the others are. */
function refused(
  error: unknown,
  own: readonly IssuedNumber[],
  weighed: readonly IssuedVerdict[],
): IssuedVerdict[] {
  const result = error instanceof Refusal ? refusals[error.code] : undefined
  if (!result) throw error
  const lines = new Set(own.map(({ line }) => line))
  return weighed.filter(({ line }) => lines.has(line)).map((verdict) => ({ ...verdict, result }))
}

async function takeForRequest(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  carrier: Carrier,
  numbers: readonly IssuedNumber[],
  weighed: readonly IssuedVerdict[],
  reason: string,
): Promise<IssuedVerdict[]> {
  await lockKitNumbers(tx, actor)
  const request = await lockRequest(tx, actor, id)
  const again = request ? await weighNumbers(tx, actor, carrier, numbers) : []
  // Problems that show only in the whole file stay.
  const before = new Map(weighed.map((verdict) => [verdict.line, verdict]))
  const verdicts = again.map((verdict) => {
    const first = before.get(verdict.line)
    return first && !changesParcel(first.result) ? first : verdict
  })
  const right = new Map(verdicts.filter(({ result }) => changesParcel(result)).map((one) => [one.line, one]))
  if (request)
    await write(
      tx,
      actor,
      request,
      carrier,
      numbers.filter(({ line }) => right.has(line)),
      reason,
    )
  return verdicts
}

async function write(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  carrier: Carrier,
  numbers: readonly IssuedNumber[],
  reason: string,
): Promise<void> {
  const of = (kind: ReadReference['kind']) => numbers.filter(({ reference }) => reference.kind === kind)
  const [back] = of('return')
  if (back) {
    const { version } = request
    await writeRequestColumns(tx, actor, request, { carrier, tracking_number: back.number, version })
  }
  const [sent] = of('kit')
  const kit = sent && (await kitOf(tx, request.id))
  if (kit) await markKitSent(tx, actor, request, kit, sent.number)
  const boxes = of('pickup')
  if (boxes.length === 0) return
  const trackings = boxes.map(({ reference, number }) => ({
    box: reference.box ?? 1,
    tracking_number: number,
  }))
  await writeOutbound(tx, actor, request, { trackings, version: request.version })
  if (request.status === S.APPLIED) await bookShipment(tx, actor, request, reason)
}
