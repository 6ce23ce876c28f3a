import { ledgerCheckpoints } from '#server/domains/antique-ledger/antique-ledger.checkpoint'
import { cronAt } from '#server/platform/backup.rules'
import { backupJobs } from '#server/platform/backup-run'
import type { Config } from '#server/platform/config'
import type { Db } from '#server/platform/db'
import type { Domain } from '#server/platform/domain'
import { idempotencyJobs } from '#server/platform/idempotency'
import type { Jobs, JobTable, Schedule } from '#server/platform/jobs'
import { mailJobs } from '#server/platform/mail-queue'
import { resealJobs } from '#server/platform/reseal'
import { sharedReadJobs } from '#server/platform/shared-reads'
import { rateLimitJobs } from '#server/platform/shared-throttle'
import type { Tools } from '#server/platform/tools'
import { unclaimedFileJobs } from '#server/platform/unclaimed-file'
import { uploadJobs } from '#server/platform/upload'
import * as domains from './domains.ts'

const parts: Domain[] = Object.values(domains)

/** Not the stored responses of idempotent calls: they expire after a week. */
export const sealedColumns = parts.flatMap(({ sealed }) => sealed ?? [])

const jobs: Jobs<never>[] = [
  backupJobs(ledgerCheckpoints),
  mailJobs,
  idempotencyJobs,
  sharedReadJobs,
  unclaimedFileJobs,
  uploadJobs,
  rateLimitJobs,
  resealJobs(sealedColumns),
  ...parts.flatMap((domain) => domain.jobs ?? []),
]

export function allTasks(db: Db, tools: Tools): JobTable {
  return Object.assign({}, ...jobs.map(({ tasks }) => tasks(db, tools))) as JobTable
}

export function allSchedules({ backup }: Pick<Config, 'backup'>): Schedule[] {
  const always = jobs.flatMap(({ schedules }) => schedules ?? [])
  return backup?.at === undefined ? always : [...always, { task: 'backup.make', match: cronAt(backup.at) }]
}
