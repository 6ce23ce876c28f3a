import { createHash } from 'node:crypto'
import type { CallBody, CallQuery } from '#contract/call'
import { transferStatus as T } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import { sumYen, yen } from '#contract/money'
import { type transferCalls as calls, mostLinesOfBatch } from '#contract/transfer'
import type { BusinessActor } from '#server/platform/actor'
import { nextBusinessDay } from '#server/platform/calendar'
import { changesOf } from '#server/platform/changes'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { getEncrypted, putEncrypted } from '#server/platform/files'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { paginate } from '#server/platform/paging'
import { notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow, dropFile } from '#server/platform/unclaimed-file'
import { noteNetwork } from '../account/account.service.ts'
import { recordActivity, recordRead } from '../activity/activity.service.ts'
import {
  firstPersonsFor,
  requireSecondPerson,
  secondPersonRefusal,
  secondPersonsFor,
} from '../company/second-person.service.ts'
import {
  type BatchRow,
  batchActs,
  batchLines,
  batchRow,
  cancelLines,
  changeBatch,
  changedShares,
  countBatches,
  countShares,
  firstScheduledDay,
  insertBatch,
  type LineSubject,
  listBatches,
  listShares,
  lockBatch,
  lockSubjects,
  originator,
  type Subject,
  sharesOfIds,
  transferExists,
  waitingSubjects,
} from './payout.queries.ts'
import {
  allowedMoves,
  canMove,
  checkPayout,
  checkPeople,
  hasErrors,
  type PayoutMove,
  type PayoutProblemRow,
  payoutFileInput,
  payoutMoves,
} from './payout.rules.ts'
import { writePayoutFile } from './payout-file.rules.ts'
import { formatOf, payoutFileName } from './payout-format-list.rules.ts'

export { transferExists }

type Paged = { page?: string | number | undefined; size?: string | number | undefined }
const pagedOf = ({ page, size }: Paged) => ({
  ...(page === undefined ? {} : { page }),
  ...(size === undefined ? {} : { size }),
})

type Versioned = { id: number; version: number }

export async function payoutCandidates(
  db: Db,
  actor: BusinessActor,
  payDate: string | undefined,
  tools: Pick<Tools, 'keys'>,
) {
  const today = tokyoDate(actor.at)
  const pay_date = payDate ?? (await nextPayDate(db, today))
  const [subjects, from] = await Promise.all([
    waitingSubjects(db, pay_date, mostLinesOfBatch),
    originator(db),
  ])
  const numbers = doubtfulNumbers(subjects, tools)
  const problems = checkPayout({ originator: from, payDate: pay_date, subjects, numbers, today })
  const byTransfer = Map.groupBy(problems, ({ transfer }) => transfer)
  return {
    pay_date,
    total: sumYen(subjects.map(({ amount }) => yen(amount))),
    candidates: subjects.map((subject) => ({
      transfer: subject.transfer,
      customer_name: subject.customer_name,
      amount: subject.amount,
      kind: subject.kind,
      scheduled_on: subject.scheduled_on,
      bounced_before: subject.bounced_before,
      problems: byTransfer.get(subject.transfer) ?? [],
    })),
    problems: problems.filter(({ transfer, code }) => transfer === null && code !== 'no_lines'),
  }
}

/** The next business day, or the first one after it on which something is to be paid. */
async function nextPayDate(db: Db, today: string): Promise<string> {
  const next = nextBusinessDay(today)
  const first = await firstScheduledDay(db)
  return first !== null && first > next ? first : next
}

export async function payoutBatches(db: Db, actor: BusinessActor, query: CallQuery<typeof calls.batches>) {
  const listed = await paginate(
    pagedOf(query),
    () => countBatches(db, query.state),
    (window) => listBatches(db, query.state, window),
  )
  const makers = listed.rows.filter(isWaiting).map(({ maker_id }) => maker_id)
  const beside = await firstPersonsFor(db, makers, actor, 'approve')
  return {
    ...listed,
    rows: listed.rows.map((row) => ({ ...row, may_approve: isWaiting(row) && beside.has(row.maker_id) })),
  }
}

const isWaiting = ({ state }: BatchRow): boolean => canMove('approve', state)

export async function companyPayouts(
  db: Db,
  actor: BusinessActor,
  query: CallQuery<typeof calls.companyPayouts>,
) {
  const changes = await changesOf(db, query, (isNews) => changedShares(actor, isNews), {
    rows: (ids) => sharesOfIds(db, actor, ids),
    key: ({ transfer }) => transfer,
  })
  if (changes) return changes
  return paginate(
    pagedOf(query),
    () => countShares(db, actor),
    (window) => listShares(db, actor, window),
  )
}

export async function payoutBatch(db: Db, actor: BusinessActor, id: number) {
  const batch = await batchRow(db, id)
  if (!batch) throw notFound()
  return batchBody(db, actor, batch)
}

/** Contains personal data, so the view is recorded. */
export async function viewPayoutBatch(db: Db, actor: BusinessActor, id: number) {
  const body = await payoutBatch(db, actor, id)
  await recordRead(db, actor, { action: 'payout.view', object_type: 'payout_batch', object_id: id })
  return body
}

export const payoutBatchExists = async (db: Db, id: number): Promise<boolean> =>
  (await batchRow(db, id)) !== undefined

export async function batchBody(db: Db, actor: BusinessActor, batch: BatchRow) {
  const lines = await batchLines(db, batch.id)
  const acts = await batchActs(db, actor, batch.id)
  const count = (result: string) => lines.filter((line) => line.result === result).length
  const approval = isWaiting(batch) ? await approvalOf(db, actor, batch) : null
  const may_approve = approval?.refusal === null
  const { maker_id: _maker, file_key: _key, file_format: _format, cancel_reason, ...shown } = batch
  return {
    ...shown,
    approval,
    may_approve,
    lines: lines.map(lineBody),
    history: acts.map((act) => ({ ...act, reason: act.act === 'cancel' ? cancel_reason : '' })),
    problems: await problemsOf(db, actor, batch, lines),
    paid_count: count('paid'),
    bounced_count: count('bounced'),
    returned_count: count('returned'),
    allowed_moves: allowedMoves(batch.state, may_approve, count('paid')),
  }
}

/** After the export only the problems that arose since. */
async function problemsOf(
  db: Db,
  actor: BusinessActor,
  batch: BatchRow,
  lines: readonly LineSubject[],
): Promise<PayoutProblemRow[]> {
  if (canMove('approve', batch.state) || canMove('export', batch.state)) return check(db, actor, batch, lines)
  return canMove('send', batch.state) ? checkPeople(lines) : []
}

async function approvalOf(db: Db, actor: BusinessActor, { maker_id }: BatchRow) {
  return {
    refusal: await secondPersonRefusal(db, maker_id, actor, 'approve'),
    approvers: await secondPersonsFor(db, maker_id, 'approve'),
  }
}

function lineBody(line: LineSubject) {
  return {
    id: line.id,
    transfer: line.transfer,
    customer_name: line.customer_name,
    bank_name: line.bank_name,
    branch_name: line.branch_name,
    account_type: line.account_type,
    account_number_masked: `****${line.account_number_tail}`,
    account_holder_kana: line.account_holder_kana,
    verified_name_kana: (line.names_in_force[0] ?? line.names_before[0]) || '',
    amount: line.amount,
    result: line.result,
    bounce_reason: line.bounce_reason,
    recorded_by: line.recorded_by,
    recorded_at: line.recorded_at,
    returned_by: line.returned_by,
    returned_at: line.returned_at,
  }
}

async function check(
  db: Db,
  actor: BusinessActor,
  batch: Pick<BatchRow, 'pay_date'>,
  subjects: readonly Subject[],
  numbers: ReadonlyMap<number, string> = new Map(),
): Promise<PayoutProblemRow[]> {
  const today = tokyoDate(actor.at)
  return checkPayout({ originator: await originator(db), payDate: batch.pay_date, subjects, numbers, today })
}

/** Decrypts only numbers whose last digits are zeros: a number of zeros only would be refused at the export. */
function doubtfulNumbers(
  subjects: readonly Subject[],
  { keys }: Pick<Tools, 'keys'>,
): ReadonlyMap<number, string> {
  const doubtful = subjects.filter(({ account_number_tail: tail }) => tail === '000')
  return new Map(
    doubtful.map(({ transfer, account_number_enc: sealed }) => [
      transfer,
      keys.field.decrypt(sealed, 'transfer.account_number_enc', transfer),
    ]),
  )
}

function refuseProblems(problems: readonly PayoutProblemRow[]): void {
  if (hasErrors(problems)) throw refuse('payout_check_failed', { extra: { problems } })
}

export async function createPayoutBatch(
  db: Db,
  actor: BusinessActor,
  once: Once,
  input: CallBody<typeof calls.createBatch> & { network?: string | null },
  tools: Pick<Tools, 'keys'>,
) {
  return inTransactionOnce(db, actor, once, async (tx) => {
    await noteNetwork(tx, actor.session.id, input.network ?? null, actor.at)
    const ids = [...new Set(input.transfers)].toSorted((a, b) => a - b)
    const subjects = await lockSubjects(tx, ids)
    const found = new Set(subjects.map(({ transfer }) => transfer))
    const unknown = ids.find((id) => !found.has(id))
    if (unknown !== undefined) throw unknownKey('transfers', unknown)
    const problems = await check(tx, actor, input, subjects, doubtfulNumbers(subjects, tools))
    refuseProblems([...subjects.flatMap(takenProblem), ...problems])
    const id = await insertBatch(
      tx,
      {
        pay_date: input.pay_date,
        line_count: ids.length,
        total: sumYen(subjects.map(({ amount }) => yen(amount))),
        created_by: actor.business_user_id,
        created_at: actor.at.toISOString(),
      },
      ids,
    )
    await recordActivity(tx, actor, {
      action: 'payout.create',
      object_type: 'payout_batch',
      object_id: id,
      detail: { lines: ids.length },
    })
    return payoutBatch(tx, actor, id)
  })
}

function takenProblem({ transfer, status, is_taken }: Subject, index: number): PayoutProblemRow[] {
  if (status === T.REQUESTED && !is_taken) return []
  const message = `振込番号${transfer}は、ほかの振込データに入っているか、すでに結果が出ています。`
  return [
    {
      line: index + 1,
      transfer,
      byte: null,
      severity: 'error',
      code: 'already_batched',
      field: 'transferId',
      message,
    },
  ]
}

async function move(
  db: Db,
  actor: BusinessActor,
  input: Versioned,
  name: PayoutMove,
  work: (tx: Tx, batch: BatchRow) => Promise<object | undefined>,
) {
  return inTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, input.id)
    if (!batch) throw notFound()
    await requireVersion(tx, actor, batch, input.version)
    if (!canMove(name, batch.state)) throw refuse('illegal_transition')
    const more = await work(tx, batch)
    await recordActivity(tx, actor, {
      action: `payout.${name}`,
      object_type: 'payout_batch',
      object_id: batch.id,
      detail: { from: batch.state, to: payoutMoves[name].to, ...more },
    })
    return payoutBatch(tx, actor, batch.id)
  })
}

export async function requireVersion(
  tx: Tx,
  actor: BusinessActor,
  batch: BatchRow,
  version: number,
): Promise<void> {
  if (batch.version === version) return
  throw staleVersion(await batchBody(tx, actor, batch))
}

export async function approvePayoutBatch(
  db: Db,
  actor: BusinessActor,
  input: Versioned & { network?: string | null },
) {
  return move(db, actor, input, 'approve', async (tx, batch) => {
    await noteNetwork(tx, actor.session.id, input.network ?? null, actor.at)
    await requireSecondPerson(tx, batch.maker_id, actor, 'approve')
    refuseProblems(await check(tx, actor, batch, await batchLines(tx, batch.id)))
    const approved_at = actor.at.toISOString()
    await changeBatch(tx, batch.id, { state: 'approved', approved_by: actor.business_user_id, approved_at })
  })
}

/** Idempotent: returns the existing file for any version. */
export async function exportPayoutBatch(
  db: Db,
  actor: BusinessActor,
  input: Versioned,
  tools: Pick<Tools, 'keys' | 'files'>,
) {
  const before = await batchRow(db, input.id)
  if (before?.file_key) return batchBody(db, actor, before)
  return inTransaction(db, async (tx) => {
    const batch = await lockBatch(tx, input.id)
    if (!batch) throw notFound()
    if (batch.file_key) return batchBody(tx, actor, batch)
    await requireVersion(tx, actor, batch, input.version)
    if (!canMove('export', batch.state)) throw refuse('illegal_transition')
    const { bytes, file_format } = await fileOf(tx, actor, batch, tools)
    const file_key = fileKeyOf(batch.id)
    // Before the commit: an orphaned file is replaced by the next try, a batch without its file would be lost.
    await putEncrypted(tools.files, tools.keys.field, file_key, bytes, 'application/octet-stream')
    await changeBatch(tx, batch.id, {
      state: 'exported',
      file_key,
      file_format,
      file_sha256: sha256(bytes),
      exported_at: actor.at.toISOString(),
    })
    await recordActivity(tx, actor, {
      action: 'payout.export',
      object_type: 'payout_batch',
      object_id: batch.id,
      detail: { lines: batch.line_count },
    })
    return payoutBatch(tx, actor, batch.id)
  })
}

const fileKeyOf = (batch: number): string => `payouts/${batch}.sealed`

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The only place that decrypts all account numbers. */
async function fileOf(
  tx: Tx,
  actor: BusinessActor,
  batch: BatchRow,
  { keys }: Pick<Tools, 'keys'>,
): Promise<{ bytes: Buffer; file_format: string }> {
  const subjects = await batchLines(tx, batch.id)
  const numbers = new Map(
    subjects.map((line) => [
      line.transfer,
      keys.field.decrypt(line.account_number_enc, 'transfer.account_number_enc', line.transfer),
    ]),
  )
  const from = await originator(tx)
  const input = { originator: from, payDate: batch.pay_date, subjects, numbers, today: tokyoDate(actor.at) }
  refuseProblems(checkPayout(input))
  if (!from) throw refuse('payout_check_failed')
  const format = formatOf(from.fileFormat)
  const bytes = writePayoutFile(format, payoutFileInput({ ...input, originator: from }))
  return { bytes: Buffer.from(bytes), file_format: format.code }
}

export async function payoutFile(
  db: Db,
  actor: BusinessActor,
  id: number,
  tools: Pick<Tools, 'keys' | 'files'>,
): Promise<{ bytes: Buffer; name: string }> {
  const batch = await batchRow(db, id)
  if (!batch?.file_key) throw notFound()
  const stored = await getEncrypted(tools.files, tools.keys.field, batch.file_key)
  if (!stored || sha256(stored.bytes) !== batch.file_sha256)
    throw new Error(`the file of payout batch ${id} is missing or was changed`)
  await recordRead(db, actor, { action: 'payout.download', object_type: 'payout_batch', object_id: id })
  return { bytes: stored.bytes, name: payoutFileName(batch) }
}

/** Holds placed after the export are refused unless acknowledged: the bank may already have the file. */
export async function sendPayoutBatch(
  db: Db,
  actor: BusinessActor,
  input: { id: number } & CallBody<typeof calls.markSent>,
) {
  return move(db, actor, input, 'send', async (tx, batch) => {
    const problems = checkPeople(await batchLines(tx, batch.id))
    if (!input.despite_problems) refuseProblems(problems)
    await changeBatch(tx, batch.id, { state: 'sent', sent_at: actor.at.toISOString() })
    return problems.length > 0 ? { despite_problems: problems.map(({ code }) => code) } : {}
  })
}

export async function cancelPayoutBatch(
  db: Db,
  actor: BusinessActor,
  input: { id: number } & CallBody<typeof calls.cancelBatch>,
  tools: Pick<Tools, 'files' | 'log'>,
) {
  const body = await move(db, actor, input, 'cancel', async (tx, batch) => {
    await cancelLines(tx, batch.id, actor.business_user_id, actor.at)
    await changeBatch(tx, batch.id, { state: 'canceled', cancel_reason: input.reason, file_key: null })
    // Unconditionally: an interrupted export may have left a file unknown to the batch.
    await dropFile(tx, { key: fileKeyOf(batch.id), thumbnail_key: '' }, actor.at)
  })
  await discardNow(db, [fileKeyOf(input.id)], tools)
  return body
}
