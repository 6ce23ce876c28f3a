import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { CallResult } from '#contract/call'
import { carrierLabel } from '#contract/codes'
import {
  changesBox,
  changesParcel,
  type ImportKind,
  type trackingImportCalls,
} from '#contract/tracking-import'
import { type Carrier, isCarrier } from '#contract/tracking-number'
import type { CarrierEvent } from '#server/domains/purchase-request/carrier-events.rules'
import {
  type EventsTold,
  takeEvents,
  weighEvents,
} from '#server/domains/purchase-request/carrier-events.service'
import type { IssuedNumber, IssuedVerdict } from '#server/domains/purchase-request/issued-numbers.rules'
import { takeNumbers, weighNumbers } from '#server/domains/purchase-request/issued-numbers.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { dropTemporary } from '#server/platform/files'
import { invalidField } from '#server/platform/refusal'
import { readInThread } from '#server/platform/thread'
import type { Upload } from '#server/platform/upload'
import { type CarrierFileKey, carrierFiles, type FileOf } from './carrier-file-list.rules.ts'
import type { IssuedFileLine } from './issued-file.rules.ts'
import type { TrackingLine } from './tracking-file.rules.ts'

export const trackingFile = {
  name: 'CSV',
  most: 2_000_000,
  tooLarge: 'ファイルが大きすぎます。2MBまでのCSVに分けてください。',
}

type Report = CallResult<typeof trackingImportCalls.apply>

type NumberReport = CallResult<typeof trackingImportCalls.applyNumbers>

interface ReadFile<Kind extends ImportKind> {
  kind: Kind
  carrier: Carrier
  hash: string
  lines: LinesOf<Kind>
}
type LinesOf<Kind extends ImportKind> = Extract<FileOf<Kind>, { ok: true }>['lines']

export async function checkFile(db: Db, actor: BusinessActor, upload: Upload): Promise<Report> {
  const { carrier, lines } = await fileOf(upload, 'events')
  return reportOf(null, lines, await weighEvents(db, actor, carrier, eventsOf(lines)))
}

/** The same file again reads the lines that could not be used before, under the same number. */
export async function importFile(db: Db, actor: BusinessActor, upload: Upload): Promise<Report> {
  const file = await fileOf(upload, 'events')
  const id = await importId(db, actor, file)
  const told = await takeEvents(db, actor, file.carrier, eventsOf(file.lines), reasonOf(file, id))
  await countImport(db, id, {
    recorded: told.verdicts.filter(({ result }) => changesBox(result)).length,
    sent: told.sent.length,
  })
  return reportOf(id, file.lines, told)
}

export async function checkNumbers(db: Db, actor: BusinessActor, upload: Upload): Promise<NumberReport> {
  const { carrier, lines } = await fileOf(upload, 'numbers')
  return numberReport(null, lines, await weighNumbers(db, actor, carrier, numbersOf(lines)))
}

export async function importNumbers(db: Db, actor: BusinessActor, upload: Upload): Promise<NumberReport> {
  const file = await fileOf(upload, 'numbers')
  const id = await importId(db, actor, file)
  const verdicts = await takeNumbers(db, actor, file.carrier, numbersOf(file.lines), reasonOf(file, id))
  await countImport(db, id, {
    recorded: verdicts.filter(({ result }) => changesParcel(result)).length,
    sent: 0,
  })
  return numberReport(id, file.lines, verdicts)
}

const reasonOf = ({ kind, carrier }: ReadFile<ImportKind>, id: number): string =>
  `${carrierLabel[carrier]}の${kind === 'events' ? '配送状況' : '送り状番号'}の取り込み(番号${id})`

const eventsOf = (lines: readonly TrackingLine[]): CarrierEvent[] =>
  lines.flatMap(({ line, says }) => (typeof says === 'string' ? [] : [{ line, ...says }]))

const numbersOf = (lines: readonly IssuedFileLine[]): IssuedNumber[] =>
  lines.flatMap(({ line, says }) => (typeof says === 'string' ? [] : [{ line, ...says }]))

async function fileOf<Kind extends ImportKind>(
  { path, fields }: Upload,
  kind: Kind,
): Promise<ReadFile<Kind>> {
  const bytes = await readFile(path).finally(() => dropTemporary(path))
  const { carrier } = fields
  if (!isCarrier(carrier)) throw invalidField('carrier', '運送会社を選んでください。')
  const file = await readInTime(bytes, { kind, carrier })
  if (!file.ok) throw invalidField('file', file.message)
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { kind, carrier, hash, lines: file.lines as LinesOf<Kind> }
}

export const readInTime = <Kind extends ImportKind>(
  bytes: Buffer,
  { kind, carrier }: CarrierFileKey & { kind: Kind },
): Promise<FileOf<Kind>> =>
  readInThread(
    bytes.length,
    new URL('./tracking-file.thread.ts', import.meta.url),
    { bytes, carrier, kind },
    () => carrierFiles[kind](bytes, carrier) as FileOf<Kind>,
  )

function numberReport(
  import_id: number | null,
  lines: readonly IssuedFileLine[],
  verdicts: readonly IssuedVerdict[],
): NumberReport {
  const byLine = new Map(verdicts.map((verdict) => [verdict.line, verdict]))
  return {
    import_id,
    lines: lines.map(({ says, ...shown }) => {
      const nowhere = { result: 'unknown_reference' as const, request: null, box: null }
      if (typeof says === 'string') return { ...shown, ...nowhere, result: says }
      return { ...shown, ...(byLine.get(shown.line) ?? nowhere) }
    }),
  }
}

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

async function importId(
  db: Db,
  actor: BusinessActor,
  { kind, carrier, hash, lines }: ReadFile<ImportKind>,
): Promise<number> {
  await db
    .insertInto('tracking_import')
    .values({
      company_id: actor.company_id,
      carrier,
      kind,
      file_hash: hash,
      row_count: lines.length,
      imported_by: actor.name,
      imported_at: actor.at.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'carrier', 'kind', 'file_hash']).doNothing())
    .execute()
  const { id } = await db
    .selectFrom('tracking_import')
    .select('id')
    .where('company_id', '=', actor.company_id)
    .where('carrier', '=', carrier)
    .where('kind', '=', kind)
    .where('file_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return id
}

async function countImport(
  db: Db,
  id: number,
  { recorded, sent }: { recorded: number; sent: number },
): Promise<void> {
  if (recorded === 0) return
  await db
    .updateTable('tracking_import')
    .set({
      recorded_count: sql`recorded_count + ${recorded}::int`,
      sent_count: sql`sent_count + ${sent}::int`,
    })
    .where('id', '=', id)
    .execute()
}

export async function newestImports(db: Db, actor: BusinessActor) {
  return db
    .selectFrom('tracking_import')
    .select([
      'id',
      'kind',
      'carrier',
      'row_count',
      'recorded_count',
      'sent_count',
      'imported_by',
      'imported_at',
    ])
    .where('company_id', '=', actor.company_id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}
