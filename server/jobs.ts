import { accountSchedules, accountTasks } from '#server/domains/account/account.jobs'
import { antiqueLedgerJobs } from '#server/domains/antique-ledger/antique-ledger.jobs'
import { bookJobs } from '#server/domains/book/book.jobs'
import { dealJobs } from '#server/domains/deal/deal.jobs'
import { notificationJobs } from '#server/domains/notification/notification.jobs'
import { purchaseRequestJobs } from '#server/domains/purchase-request/purchase-request.jobs'
import { retentionJobs } from '#server/domains/retention/retention.jobs'
import { transferJobs } from '#server/domains/transfer/transfer.jobs'
import type { Db } from '#server/platform/db'
import { idempotencySchedules, idempotencyTasks } from '#server/platform/idempotency'
import type { JobTable, Schedule } from '#server/platform/jobs'
import { mailTasks } from '#server/platform/mail-queue'
import { uploadSchedules, uploadTasks } from '#server/platform/picture'
import { resealSchedules, resealTasks } from '#server/platform/reseal'
import { rateCountSchedules, rateCountTasks } from '#server/platform/shared-throttle'
import type { Tools } from '#server/platform/tools'
import { unclaimedFileSchedules, unclaimedFileTasks } from '#server/platform/unclaimed-file'
import { sealedColumns } from './sealed-columns.ts'

/** A domain's background work. */
export interface Jobs {
  tasks: (db: Db, tools: Tools) => JobTable
  schedules?: Schedule[]
}

const domains: Jobs[] = [
  { tasks: mailTasks },
  { tasks: idempotencyTasks, schedules: idempotencySchedules },
  { tasks: unclaimedFileTasks, schedules: unclaimedFileSchedules },
  { tasks: uploadTasks, schedules: uploadSchedules },
  { tasks: rateCountTasks, schedules: rateCountSchedules },
  { tasks: resealTasks(sealedColumns), schedules: resealSchedules },
  { tasks: accountTasks, schedules: accountSchedules },
  bookJobs,
  transferJobs,
  antiqueLedgerJobs,
  retentionJobs,
  dealJobs,
  purchaseRequestJobs,
  notificationJobs,
]

export function allTasks(db: Db, tools: Tools): JobTable {
  return Object.assign({}, ...domains.map((jobs) => jobs.tasks(db, tools))) as JobTable
}

export function allSchedules(): Schedule[] {
  return domains.flatMap((jobs) => jobs.schedules ?? [])
}
