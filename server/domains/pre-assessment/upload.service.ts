import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CallBody } from '#contract/call'
import { type CsvEncoding, csvEncodings } from '#contract/csv-encoding'
import { tokyoDateTime } from '#contract/day'
import type { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { longestUpload, type UploadKind } from '#contract/pre-assessment-master'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, lockNamed } from '#server/platform/db'
import { dropTemporary } from '#server/platform/files'
import { checkInput } from '#server/platform/input-text'
import { addJob } from '#server/platform/jobs'
import { type Paged, paginate } from '#server/platform/paging'
import { invalidField, notFound, Refusal, refuse } from '#server/platform/refusal'
import type { Upload as SentFile } from '#server/platform/upload'
import {
  changeUpload,
  countUploads,
  insertUpload,
  openUpload,
  type UploadRow,
  uploadRow,
  uploadRows,
  waitingUpload,
} from './upload.queries.ts'
import { mostProblems, type Problem } from './upload.rules.ts'
import { LinesRefused, loadUploaded, readUploaded } from './upload-load.service.ts'

/** In characters; a longer file is read in the background. */
const longAtOnce = 400_000

type Given = CallBody<typeof calls.uploadBrands>

const tooLarge = `ファイルが大きすぎます。${longestUpload / 10_000}万文字までのCSVに分けてください。`

export const masterFile = { name: 'CSV', most: 15_000_000, tooLarge }

/** Of a file that came as a form. */
export async function givenOfFile({ path, fields }: SentFile): Promise<Given> {
  const bytes = await readFile(path).finally(() => dropTemporary(path))
  const text = textOf(bytes)
  if (text === undefined)
    throw invalidField('csv', 'ファイルの文字コードが分かりません。UTF-8かShift_JISで保存してください。')
  if (text.csv.length > longestUpload) throw refuse('file_too_large', { message: tooLarge })
  checkInput({ csv: text.csv })
  return { ...text, dry_run: ['true', '1'].includes(fields.dry_run ?? '') }
}

function textOf(bytes: Uint8Array): { csv: string; encoding: CsvEncoding } | undefined {
  for (const encoding of csvEncodings)
    try {
      return { csv: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding }
    } catch {
      // The next one may fit.
    }
  return undefined
}

const refusalOf = (problems: readonly Problem[]): Refusal => {
  const ofFile = problems.filter(({ field }) => field === 'csv')
  if (ofFile[0]) return invalidField('csv', ofFile[0].message)
  const byLine = Map.groupBy(problems.slice(0, mostProblems), ({ line }) => line)
  const rows = [...byLine.values()].map((own) =>
    Object.fromEntries(
      [...Map.groupBy(own, ({ field }) => field)].map(([field, each]) => [
        field,
        each.map(({ message }) => message),
      ]),
    ),
  )
  return new Refusal('invalid', 400, { rows, lines: [...byLine.keys()] })
}

const shownUpload = ({ result, ...row }: UploadRow) => ({
  ...row,
  ...{ created: result.created ?? 0, updated: result.updated ?? 0, unchanged: result.unchanged ?? 0 },
  errors: [...(result.errors ?? [])],
  preview: result.preview ?? [],
})

/** A long file is kept and read by a job, so that the page can be left and a restart loses nothing. */
export async function uploadFile(
  db: Db,
  actor: BusinessActor,
  kind: UploadKind,
  { csv, dry_run: isDryRun = false, encoding = 'utf-8' }: Given,
) {
  if (csv.trim() === '') throw invalidField('csv', 'CSVファイルを選んでください。')
  const upload = { kind, csv, encoding }
  if (csv.length > longAtOnce) return keepUpload(db, actor, upload, isDryRun)
  const reading = await readUploaded(db, actor.company_id, upload)
  if (!reading.ok) throw refusalOf(reading.problems)
  try {
    const tally = await loadUploaded(db, actor, { kind, ...reading }, { isDryRun })
    return {
      ...{ id: null, kind, state: 'done' as const, is_dry_run: isDryRun, ...tally, errors: [] },
      ...{ rows_total: reading.entries.length, rows_done: reading.entries.length, preview: reading.preview },
      ...{ created_by_name: actor.name, created_at: tokyoDateTime(actor.at) },
    }
  } catch (error) {
    throw error instanceof LinesRefused ? refusalOf(error.problems) : error
  }
}

async function keepUpload(
  db: Db,
  actor: BusinessActor,
  { kind, csv, encoding }: { kind: UploadKind; csv: string; encoding: CsvEncoding },
  isDryRun: boolean,
) {
  const csv_hash = createHash('sha256').update(encoding).update(csv).digest()
  const kept = { kind, is_dry_run: isDryRun, encoding, csv, csv_hash }
  const id = await inTransaction(db, async (tx) => {
    await lockNamed(tx, `pre-assessment-upload.${actor.company_id}`)
    const open = await openUpload(tx, actor, kept)
    if (open !== undefined) return open
    const made = await insertUpload(tx, actor, kept)
    await addJob(
      tx,
      'pre-assessment.load',
      { upload: made },
      { queue: `pre-assessment.load.${actor.company_id}` },
    )
    return made
  })
  return readUpload(db, actor, id)
}

export async function readUpload(db: Db, actor: BusinessActor, id: number) {
  const row = await uploadRow(db, actor.company_id, id)
  if (!row) throw notFound()
  return shownUpload(row)
}

export const listUploads = (db: Db, actor: BusinessActor, query: Paged) =>
  paginate(
    query,
    () => countUploads(db, actor),
    async (window) => (await uploadRows(db, actor, window)).map(shownUpload),
  )

type Waiting = NonNullable<Awaited<ReturnType<typeof waitingUpload>>>

/** Whoever sent the file, at the time of the job. */
const senderOf = ({ company_id, business_user_id, account_id, name }: Waiting, at: Date): BusinessActor => ({
  ...{ kind: 'business', role: 'admin', at, http_request_id: '', account_id, business_user_id, company_id },
  ...{ is_operator: false, is_admin: true, lacks_second_factor: false, shop_ids: null, email: '', name },
  session: { id: '', signed_in_at: at },
})

const mostFailures = 3

/** Begins again after a crash: what is written and that it is done are one transaction. */
export async function runUpload(db: Db, id: number, at: Date): Promise<void> {
  const upload = await waitingUpload(db, id)
  if (!upload) return
  try {
    await readAndLoad(db, id, upload, at)
  } catch (error) {
    const failures = upload.failures + 1
    await inTransaction(db, (tx) =>
      failures < mostFailures
        ? changeUpload(tx, id, { failures, rows_done: 0 })
        : changeUpload(tx, id, { failures, state: 'failed', rows_done: 0 }, at),
    )
    throw error
  }
}

async function readAndLoad(db: Db, id: number, upload: Waiting, at: Date): Promise<void> {
  const { kind, company_id, is_dry_run: isDryRun } = upload
  await inTransaction(db, (tx) => changeUpload(tx, id, { state: 'running', rows_done: 0 }))
  const reading = await readUploaded(db, company_id, upload)
  const { preview } = reading
  const refused = (errors: readonly Problem[]) =>
    inTransaction(db, (tx) =>
      changeUpload(
        tx,
        id,
        { state: 'refused', rows_done: 0, result: { errors: errors.slice(0, mostProblems), preview } },
        at,
      ),
    )
  if (!reading.ok) return refused(reading.problems)
  const rows = reading.entries.length
  await inTransaction(db, (tx) => changeUpload(tx, id, { rows_total: rows, result: { preview } }))
  const end = { state: 'done', rows_total: rows, rows_done: rows } as const
  try {
    const tally = await loadUploaded(
      db,
      senderOf(upload, at),
      { kind, ...reading },
      {
        isDryRun,
        progress: (done) => inTransaction(db, (tx) => changeUpload(tx, id, { rows_done: done })),
        finish: (tx, written) => changeUpload(tx, id, { ...end, result: { ...written, preview } }, at),
      },
    )
    if (isDryRun)
      await inTransaction(db, (tx) => changeUpload(tx, id, { ...end, result: { ...tally, preview } }, at))
  } catch (error) {
    if (!(error instanceof LinesRefused)) throw error
    await refused(error.problems)
  }
}
