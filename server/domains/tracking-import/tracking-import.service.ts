import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { CallResult } from '#contract/call'
import { carrierLabel } from '#contract/codes'
import { changesBox, type trackingImportCalls } from '#contract/tracking-import'
import { type Carrier, isCarrier } from '#contract/tracking-number'
import type { CarrierEvent } from '#server/domains/purchase-request/carrier-events.rules'
import {
  type EventsTold,
  takeEvents,
  weighEvents,
} from '#server/domains/purchase-request/carrier-events.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { invalidField } from '#server/platform/refusal'
import { inThread } from '#server/platform/thread'
import type { Upload } from '#server/platform/upload'
import { readTrackingFile, type TrackingFile, type TrackingLine } from './tracking-file.rules.ts'

export const trackingFile = {
  name: 'CSV',
  most: 2_000_000,
  tooLarge: 'ファイルが大きすぎます。2MBまでのCSVに分けてください。',
}

type Report = CallResult<typeof trackingImportCalls.apply>

interface ReadFile {
  carrier: Carrier
  hash: string
  lines: TrackingLine[]
  events: CarrierEvent[]
}

export async function checkFile(db: Db, actor: BusinessActor, upload: Upload): Promise<Report> {
  const { carrier, lines, events } = await fileOf(upload)
  return reportOf(null, lines, await weighEvents(db, actor, carrier, events))
}

/** The same file again reads the lines that could not be used before, under the same number. */
export async function importFile(db: Db, actor: BusinessActor, upload: Upload): Promise<Report> {
  const file = await fileOf(upload)
  const id = await importId(db, actor, file)
  const reason = `${carrierLabel[file.carrier]}の配送状況の取り込み(番号${id})`
  const told = await takeEvents(db, actor, file.carrier, file.events, reason)
  await countImport(db, id, told)
  return reportOf(id, file.lines, told)
}

async function fileOf({ path, fields }: Upload): Promise<ReadFile> {
  const bytes = await readFile(path).finally(() => rm(path, { force: true }))
  const { carrier } = fields
  if (!isCarrier(carrier)) throw invalidField('carrier', '運送会社を選んでください。')
  const file = await readInTime(bytes, carrier)
  if (!file.ok) throw invalidField('file', file.message)
  const events = file.lines.flatMap(({ line, says }) => (typeof says === 'string' ? [] : [{ line, ...says }]))
  return { carrier, hash: createHash('sha256').update(bytes).digest('hex'), lines: file.lines, events }
}

/** Longer files take more than 50 ms, and shorter ones less than a thread takes to start. */
const longFile = 50_000

export const readInTime = async (bytes: Buffer, carrier: Carrier): Promise<TrackingFile> =>
  bytes.length > longFile
    ? inThread<TrackingFile>(new URL('./tracking-file.thread.ts', import.meta.url), { bytes, carrier })
    : readTrackingFile(bytes, carrier)

function reportOf(import_id: number | null, lines: readonly TrackingLine[], told: EventsTold): Report {
  const verdicts = new Map(told.verdicts.map((verdict) => [verdict.line, verdict]))
  return {
    import_id,
    lines: lines.map(({ says, ...shown }) => {
      const { line } = shown
      const nowhere = { line, result: 'unknown_number' as const, request: null, box: null, candidates: [] }
      if (typeof says === 'string') return { ...shown, ...nowhere, result: says }
      return { ...shown, ...(verdicts.get(line) ?? nowhere) }
    }),
    sent_requests: told.sent,
  }
}

async function importId(db: Db, actor: BusinessActor, { carrier, hash, lines }: ReadFile): Promise<number> {
  await db
    .insertInto('tracking_import')
    .values({
      company_id: actor.company_id,
      carrier,
      file_hash: hash,
      row_count: lines.length,
      imported_by: actor.name,
      imported_at: actor.at.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'carrier', 'file_hash']).doNothing())
    .execute()
  const { id } = await db
    .selectFrom('tracking_import')
    .select('id')
    .where('company_id', '=', actor.company_id)
    .where('carrier', '=', carrier)
    .where('file_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return id
}

async function countImport(db: Db, id: number, { verdicts, sent }: EventsTold): Promise<void> {
  const recorded = verdicts.filter(({ result }) => changesBox(result)).length
  if (recorded === 0) return
  await db
    .updateTable('tracking_import')
    .set({
      recorded_count: sql`recorded_count + ${recorded}::int`,
      sent_count: sql`sent_count + ${sent.length}::int`,
    })
    .where('id', '=', id)
    .execute()
}

export async function newestImports(db: Db, actor: BusinessActor) {
  return db
    .selectFrom('tracking_import')
    .select(['id', 'carrier', 'row_count', 'recorded_count', 'sent_count', 'imported_by', 'imported_at'])
    .where('company_id', '=', actor.company_id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}
