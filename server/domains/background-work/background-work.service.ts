import type { JobState, OutboxChannel, OutboxState } from '#contract/background-work'
import { maskProse, maskText } from '#contract/mask'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { notFound, refuse } from '#server/platform/refusal'
import {
  countJobs,
  countOutbox,
  drop,
  type JobRow,
  jobById,
  jobCounts,
  jobRows,
  lineCounts,
  mailCounts,
  type OutboxRow,
  outboxRows,
  runNow,
  webhookCounts,
} from './background-work.queries.ts'

/** What is done for a company is done for all of its shops. */
function requireAllShops({ shop_ids }: BusinessActor): void {
  if (shop_ids !== null) throw refuse('permission_denied')
}

export async function workOverview(db: Db, actor: BusinessActor) {
  const [jobs, mail, line, webhooks] = await Promise.all([
    jobCounts(db, actor),
    mailCounts(db, actor),
    actor.is_operator ? lineCounts(db) : null,
    webhookCounts(db, actor),
  ])
  return { jobs, mail, line, webhooks }
}

export const listJobs = (db: Db, actor: BusinessActor, query: Paged & { state?: JobState | undefined }) =>
  paginate(
    query,
    () => countJobs(db, actor, query.state),
    async (window) => (await jobRows(db, actor, query.state, window)).map(shownJob),
  )

/** A database repeats values in what it says. */
const shownJob = (row: JobRow): JobRow => ({ ...row, error: maskProse(row.error) })

async function idleJob(tx: Tx, actor: BusinessActor, id: number): Promise<JobRow> {
  const row = await jobById(tx, actor, id)
  if (!row) throw notFound()
  requireAllShops(actor)
  // The operator's staff may look; what is done by hand is the administrators'.
  if (!actor.is_admin) throw refuse('permission_denied')
  if (row.state === 'running') throw refuse('job_running')
  return row
}

const recorded = (tx: Tx, actor: BusinessActor, act: 'retry' | 'discard', { id, task }: JobRow) =>
  recordActivity(tx, actor, { action: `job.${act}`, object_type: 'job', object_id: id, detail: { task } })

export async function retryJob(db: Db, actor: BusinessActor, id: number): Promise<JobRow> {
  return inTransaction(db, async (tx) => {
    const row = await idleJob(tx, actor, id)
    if (!(await runNow(tx, id))) throw refuse('job_running')
    await recorded(tx, actor, 'retry', row)
    return shownJob((await jobById(tx, actor, id)) ?? row)
  })
}

export async function discardJob(db: Db, actor: BusinessActor, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await idleJob(tx, actor, id)
    if (!(await drop(tx, id))) throw refuse('job_running')
    await recorded(tx, actor, 'discard', row)
  })
}

export async function listOutbox(
  db: Db,
  actor: BusinessActor,
  query: Paged & { channel?: OutboxChannel | undefined; state?: OutboxState | undefined },
) {
  const listed = await paginate(
    query,
    () => countOutbox(db, actor, query),
    (window) => outboxRows(db, actor, query, window),
  )
  return { ...listed, rows: listed.rows.map(shown) }
}

const hidden = (address: string): string => address.replace(/^(.).*(?=@)/, '$1***')

/** Mail servers repeat the address in what they say. */
const shown = (row: Omit<OutboxRow, 'state'>): OutboxRow => ({
  ...row,
  recipient: hidden(row.recipient),
  failure: maskText(row.failure).slice(0, 300),
  state: row.failed_at === null ? 'waiting' : 'failed',
})
