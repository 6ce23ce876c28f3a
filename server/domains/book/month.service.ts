// Closing a month, and its file for the accountant.
import type { bookCalls } from '#contract/book'
import { bookAccountKindLabel } from '#contract/book-side'
import type { CallQuery } from '#contract/call'
import { transactionKindLabel } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import type { BusinessActor } from '#server/platform/actor'
import { type CsvPiece, csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import { type Db, inTransaction, useLongLimits } from '#server/platform/db'
import { listMissing, type MissingPlace, missingIn } from '#server/platform/missing-characters'
import { paginate } from '#server/platform/paging'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { recordActivity, recordRead } from '../activity/activity.service.ts'
import { prove } from './book.proof.ts'
import {
  closedMonths,
  companyNames,
  entriesOfMonth,
  firstMonth,
  insertMonth,
  type MonthEntry,
  newestClosed,
  noSums,
  stopEntries,
  totalsOf,
} from './month.queries.ts'
import { isMonth, monthBefore, monthsAfter, nextMonth, taxOf } from './month.rules.ts'

const monthOf = (at: Date): string => tokyoDate(at).slice(0, 7)

/**
 * An entry is dated when its call began, and is written a little later: in the first minutes of a month somebody may
 * still be writing one of the month before. No call or job takes ten minutes.
 */
const graceMinutes = 10
const closableBefore = (at: Date): string => monthOf(new Date(at.getTime() - graceMinutes * 60_000))

/** From the newest to the month of the first entry. */
export async function bookMonths(db: Db, actor: BusinessActor, query: CallQuery<typeof bookCalls.months>) {
  const now = monthOf(actor.at)
  const all = monthsAfter(monthBefore((await firstMonth(db)) ?? now), now).toReversed()
  const next = await nextToClose(db, closableBefore(actor.at))
  return paginate(
    query,
    async () => all.length,
    ({ limit, offset }) => presented(db, all.slice(offset, offset + limit), next, actor),
  )
}

/** Months are closed one after the other; null before there is an entry. */
async function nextToClose(db: Db, now: string): Promise<string | null> {
  const closed = await newestClosed(db)
  const next = closed === null ? await firstMonth(db) : nextMonth(closed)
  return next !== null && next < now ? next : null
}

async function presented(db: Db, months: readonly string[], next: string | null, actor: BusinessActor) {
  const closed = new Map((await closedMonths(db, months)).map((row) => [row.month, row]))
  const open = await totalsOf(
    db,
    actor,
    months.filter((month) => !closed.has(month)),
  )
  return months.map((month) => {
    const row = closed.get(month)
    const { entry_count, totals } = row ?? open.get(month) ?? noSums
    return {
      month,
      is_closed: row !== undefined,
      may_close: month === next && actor.is_admin,
      entry_count,
      totals,
      closed_by: row?.closed_by ?? '',
      closed_at: row?.closed_at ?? null,
    }
  })
}

/** Closing a closed month changes nothing. The books must be proven at that moment. */
export async function closeMonth(db: Db, actor: BusinessActor, month: string, tools: Pick<Tools, 'log'>) {
  if (!actor.is_admin) throw refuse('permission_denied')
  if (!isMonth(month)) throw invalidField('month', '年と月を指定してください。')
  const next = await nextToClose(db, closableBefore(actor.at))
  const isClosed = (await closedMonths(db, [month])).length > 0
  if (!isClosed) {
    if (month >= closableBefore(actor.at)) throw refuse('month_not_over')
    if (next !== month) throw refuse('month_not_next')
    const proof = await prove(db, actor, tools)
    if (!proof.is_ok) throw refuse('books_not_proven')
    await inTransaction(db, async (tx) => {
      await useLongLimits(tx)
      await stopEntries(tx)
      if ((await closedMonths(tx, [month])).length > 0) return
      const names = await companyNames(tx)
      const sums = (await totalsOf(tx, actor, [month])).get(month) ?? noSums
      const by = actor.business_user_id
      await insertMonth(tx, { month, ...sums, company_names: names, proof: proof.id, by, at: actor.at })
      await recordActivity(tx, actor, {
        action: 'book.close_month',
        object_type: 'book_month',
        object_id: month,
        detail: { entries: sums.entry_count, proof: proof.id },
      })
    })
  }
  const [row] = await presented(db, [month], null, actor)
  if (!row) throw notFound()
  return row
}

export async function requireClosedMonth(db: Db, month: string): Promise<void> {
  if ((await closedMonths(db, [month])).length === 0) throw notFound()
}

const columns = [
  { key: 'day', header: '日付' },
  { key: 'id', header: '仕訳番号' },
  { key: 'kind', header: '種類' },
  { key: 'debit', header: '借方科目' },
  { key: 'debit_owner', header: '借方の相手先' },
  { key: 'credit', header: '貸方科目' },
  { key: 'credit_owner', header: '貸方の相手先' },
  { key: 'amount', header: '金額' },
  { key: 'tax', header: '税区分' },
  { key: 'remark', header: '摘要' },
  { key: 'request', header: '申し込み番号' },
  { key: 'transfer', header: '振込番号' },
  { key: 'reverses', header: '取り消した仕訳' },
  { key: 'note', header: 'メモ' },
] as const

async function* monthRows(db: Db, month: string, signal: AbortSignal) {
  const [closed] = await closedMonths(db, [month])
  if (!closed) throw notFound()
  yield* cellsOf(inBatches(db, entriesOfMonth(db, month), signal), closed.company_names)
}

async function* missingInMonth(db: Db, month: string, signal: AbortSignal): AsyncGenerator<MissingPlace> {
  let line = 1
  for await (const rows of monthRows(db, month, signal)) {
    for (const row of rows) {
      line += 1
      yield* missingIn(
        { line, seq: row.id },
        columns.map(({ key, header }) => [header, String(row[key] ?? '')] as const),
      )
    }
  }
}

export const checkMonth = (db: Db, month: string, signal: AbortSignal) =>
  listMissing(missingInMonth(db, month, signal))

/** Byte for byte the same on every download: entries of a closed month never change. */
export async function* exportMonth(
  db: Db,
  actor: BusinessActor,
  { month, encoding = 'utf-8', substitute = false }: { month: string } & CallQuery<typeof bookCalls.monthCsv>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  const [closed] = await closedMonths(db, [month])
  if (!closed) throw notFound()
  if (encoding === 'shift_jis' && !substitute) {
    for await (const _ of missingInMonth(db, month, signal)) throw refuse('not_in_shift_jis')
  }
  await recordRead(db, actor, {
    action: 'book.export',
    object_type: 'book_month',
    object_id: month,
    detail: { rows: closed.entry_count, ...(encoding === 'utf-8' ? {} : { encoding }) },
  })
  yield* csvPieces([...columns], monthRows(db, month, signal), { bom: true, encoding })
}

async function* cellsOf(batches: AsyncIterable<MonthEntry[]>, names: Record<string, string>) {
  const owner = (customer: number | null, company: number | null): string =>
    [
      customer === null ? '' : `お客さま番号 ${customer}`,
      company === null ? '' : (names[company] ?? `会社 ${company}`),
    ]
      .filter(Boolean)
      .join(' / ')
  for await (const rows of batches)
    yield rows.map((row) => {
      const { code, remark } = taxOf(row)
      return {
        ...row,
        kind: transactionKindLabel[row.kind],
        debit: bookAccountKindLabel[row.debit],
        credit: bookAccountKindLabel[row.credit],
        debit_owner: owner(row.debit_customer, row.debit_company),
        credit_owner: owner(row.credit_customer, row.credit_company),
        tax: code,
        remark,
      }
    })
}
