import { tokyoDate } from '#contract/day'
import { isBought } from '#contract/lifecycle'
import { transactionText } from '#contract/transfer'
import type { CustomerActor } from '#server/platform/actor'
import { csvPieces } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
import { pictureOf } from '#server/platform/picture'
import { invalidField } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  balanceBefore,
  type EntryItemRow,
  holderName,
  itemsOfEntries,
  transactionsBetween,
  yearsOfTransactions,
} from './transfer.queries.ts'

export type YearStatement = Awaited<ReturnType<typeof yearStatement>>
type Keys = Pick<Tools, 'keys'>

const firstYear = 2000
const lastYear = 2999

/** The whole year in Tokyo. */
const beginOf = (year: number): Date => new Date(`${year}-01-01T00:00:00+09:00`)

export async function yearStatement(db: Db, actor: CustomerActor, asked: number | undefined, tools: Keys) {
  if (asked !== undefined && (asked < firstYear || asked > lastYear))
    throw invalidField('year', '年を西暦4桁で指定してください。')
  const years = await yearsOfTransactions(db, actor)
  const year = asked ?? years[0] ?? Number(tokyoDate(actor.at).slice(0, 4))
  const [opening, rows, holder] = await Promise.all([
    balanceBefore(db, actor, beginOf(year)),
    transactionsBetween(db, actor, beginOf(year), beginOf(year + 1)),
    holderName(db, actor.customer_id ?? 0),
  ])
  const items = await itemsOfEntries(
    db,
    actor,
    rows.filter(({ purchase_request }) => purchase_request !== null).map(({ id }) => id),
  )
  const sum = (part: (amount: number) => boolean) =>
    rows.reduce((total, { amount }) => total + (part(amount) ? amount : 0), 0)
  const added = sum((amount) => amount > 0)
  const taken = sum((amount) => amount < 0)
  return {
    year,
    years,
    holder,
    opening,
    added,
    taken,
    closing: opening + added + taken,
    entries: rows.map((row) => ({
      ...row,
      items: items.filter(({ entry }) => entry === row.id).map((item) => itemOf(item, actor.at, tools)),
    })),
  }
}

function itemOf(item: EntryItemRow, at: Date, tools: Keys) {
  const { photo_id: id, key, thumbnail_key, kind, caption } = item
  return {
    slug: item.slug,
    name: item.name,
    brand_name: item.brand_name,
    price: item.price,
    is_rescinded: !isBought(item.status),
    photo:
      id === null || key === null
        ? null
        : pictureOf(
            { id, key, thumbnail_key: thumbnail_key ?? '', kind: kind ?? '', caption: caption ?? '' },
            at,
            tools,
          ),
  }
}

const columns = [
  { key: 'date', header: '日付' },
  { key: 'kind', header: '種類' },
  { key: 'dealer', header: 'お店の会社' },
  { key: 'item', header: 'お品物' },
  { key: 'price', header: 'お品物の金額' },
  { key: 'amount', header: '入出金額' },
  { key: 'balance', header: '残高' },
  { key: 'request', header: '申し込み番号' },
  { key: 'transfer', header: '振込番号' },
  { key: 'note', header: '備考' },
] as const

/** A line for each entry, followed by one for each of its articles; the sums come last. */
function rowsOf(statement: YearStatement) {
  const lines = statement.entries.flatMap((entry) => [
    {
      date: tokyoDate(entry.created_at),
      kind: transactionText(entry),
      dealer: entry.dealer,
      amount: entry.amount,
      balance: entry.balance_after,
      request: entry.purchase_request,
      transfer: entry.transfer,
      note: entry.note,
    },
    ...entry.items.map((item) => ({
      date: tokyoDate(entry.created_at),
      kind: 'お品物',
      dealer: entry.dealer,
      item: item.name,
      price: item.price,
      request: entry.purchase_request,
      note: item.is_rescinded ? '取り消し済み' : '',
    })),
  ])
  return [
    { kind: '期首残高', balance: statement.opening },
    ...lines,
    { kind: '入金の合計', amount: statement.added },
    { kind: '出金の合計', amount: statement.taken },
    { kind: '期末残高', balance: statement.closing },
  ]
}

export async function statementCsvFile(db: Db, actor: CustomerActor, year: number | undefined, tools: Keys) {
  const statement = await yearStatement(db, actor, year, tools)
  return {
    name: `おくる-入出金明細-${statement.year}.csv`,
    pieces: () => csvPieces([...columns], batchOf(statement), { bom: true }),
  }
}

async function* batchOf(statement: YearStatement) {
  yield rowsOf(statement)
}

export async function statementPdfFile(db: Db, actor: CustomerActor, year: number | undefined, tools: Keys) {
  const statement = await yearStatement(db, actor, year, tools)
  // Fonts and what draws with them stay in memory once loaded; most processes never need them.
  const { statementPdf } = await import('./transfer.statement-pdf.ts')
  return {
    name: `okuru-statement-${statement.year}.pdf`,
    bytes: await statementPdf(statement, tokyoDate(actor.at)),
  }
}
