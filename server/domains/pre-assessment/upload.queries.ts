import { sql } from 'kysely'
import type { CsvEncoding } from '#contract/csv-encoding'
import type { UploadKind, uploadStateLabel } from '#contract/pre-assessment-master'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import type { Tally } from './master-file.queries.ts'
import type { Preview, Problem } from './upload.rules.ts'

export interface UploadResult extends Partial<Tally> {
  errors?: readonly Problem[]
  preview?: Preview
}

export interface UploadRow {
  id: number
  kind: UploadKind
  state: keyof typeof uploadStateLabel
  is_dry_run: boolean
  rows_total: number | null
  rows_done: number
  result: UploadResult
  created_by_name: string
  created_at: string
}

const shown = sql`u.id, u.kind, u.state, u.is_dry_run, u.rows_total, u.rows_done, u.result, b.name as created_by_name, u.created_at
  from pre_assessment_upload u join business_user b on b.id = u.created_by`

export async function countUploads(db: Db, actor: BusinessActor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pre_assessment_upload where company_id = ${actor.company_id}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function uploadRows(
  db: Db,
  actor: BusinessActor,
  { limit, offset }: Window,
): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select ${shown} where u.company_id = ${actor.company_id}
    order by u.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function uploadRow(db: Db, company: number, id: number): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${shown} where u.id = ${id} and u.company_id = ${company}`.execute(db)
  return rows[0]
}

interface Kept {
  kind: UploadKind
  is_dry_run: boolean
  encoding: CsvEncoding
  csv: string
  csv_hash: Buffer
}

/** The same file that still waits or is read, so that a call that is sent again begins nothing new. */
export async function openUpload(
  tx: Tx,
  actor: BusinessActor,
  { kind, is_dry_run, csv_hash }: Kept,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('pre_assessment_upload')
    .select('id')
    .where('company_id', '=', actor.company_id)
    .where('kind', '=', kind)
    .where('is_dry_run', '=', is_dry_run)
    .where('csv_hash', '=', csv_hash)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return row?.id
}

export async function insertUpload(tx: Tx, actor: BusinessActor, kept: Kept): Promise<number> {
  const { id } = await tx
    .insertInto('pre_assessment_upload')
    .values({
      ...kept,
      company_id: actor.company_id,
      created_by: actor.business_user_id,
      created_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What a job goes on with; nothing once the file was read. */
export async function waitingUpload(db: Db, id: number) {
  const { rows } = await sql<{
    company_id: number
    kind: UploadKind
    is_dry_run: boolean
    csv: string
    encoding: CsvEncoding
    failures: number
    business_user_id: number
    account_id: number
    name: string
  }>`
    select u.company_id, u.kind, u.is_dry_run, u.csv, u.encoding, u.failures, b.id as business_user_id, b.account_id, b.name
    from pre_assessment_upload u join business_user b on b.id = u.created_by
    where u.id = ${id} and u.state in ('waiting', 'running') and u.csv is not null`.execute(db)
  return rows[0]
}

interface UploadChange {
  state?: UploadRow['state']
  rows_total?: number
  rows_done?: number
  failures?: number
  result?: UploadResult
}

export async function changeUpload(
  tx: Tx,
  id: number,
  { result, ...change }: UploadChange,
  endedAt?: Date,
): Promise<void> {
  await tx
    .updateTable('pre_assessment_upload')
    .set({
      ...change,
      ...(result && { result: JSON.stringify(result) }),
      ...(endedAt && { ended_at: endedAt.toISOString(), csv: null }),
    })
    .where('id', '=', id)
    .execute()
}

const daysKept = 30

/** What was read of people is not kept here; the trail keeps that a file was loaded. */
export async function forgetUploads(tx: Tx, at: Date): Promise<void> {
  await sql`
    delete from pre_assessment_upload
    where ended_at < ${at.toISOString()}::timestamptz - ${daysKept} * interval '1 day'`.execute(tx)
  await sql`
    update pre_assessment_upload set result = result - 'preview' - 'errors'
    where kind = 'customers' and ended_at < ${at.toISOString()}::timestamptz - interval '1 day'`.execute(tx)
}
