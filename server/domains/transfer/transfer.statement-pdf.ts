import { setImmediate } from 'node:timers/promises'
import { formatDateJa, tokyoDate } from '#contract/day'
import { formatYen } from '#contract/text'
import { transactionText } from '#contract/transfer'
import {
  bottom,
  type Doc,
  ink,
  line,
  linesOf,
  page,
  pdfOf,
  right,
  rule,
  type Sheet,
} from '#server/platform/pdf-sheet'
import type { YearStatement } from './transfer.statement.ts'

/** Left edge of the text columns, right edge of the columns of money. */
const at = { date: page.margin, what: 118, in: 372, out: 458, balance: right } as const
const whatWidth = 190

async function tableHead(sheet: Sheet): Promise<void> {
  const style = { y: sheet.y, size: 8.5, color: ink.quiet }
  await line(sheet.doc, '日付', { ...style, x: at.date })
  await line(sheet.doc, '内容', { ...style, x: at.what })
  await line(sheet.doc, '入金', { ...style, x: at.in, end: true })
  await line(sheet.doc, '出金', { ...style, x: at.out, end: true })
  await line(sheet.doc, '残高', { ...style, x: at.balance, end: true })
  sheet.y += 16
  rule(sheet, ink.quiet)
  sheet.y += 7
}

async function make(sheet: Sheet, height: number): Promise<void> {
  if (sheet.y + height <= bottom) return
  sheet.doc.addPage()
  sheet.y = page.margin
  await tableHead(sheet)
}

type Entry = YearStatement['entries'][number]

async function entryRow(sheet: Sheet, entry: Entry): Promise<void> {
  const { doc } = sheet
  const about = [
    entry.dealer,
    entry.purchase_request !== null && `申し込み ${entry.purchase_request}`,
    entry.transfer !== null && `振込番号 ${entry.transfer}`,
    entry.note,
  ]
  const more = await linesOf(doc, about.filter(Boolean).join('・'), 8, whatWidth)
  await make(sheet, 18 + more.length * 11)
  const amount = formatYen(Math.abs(entry.amount))
  const style = { y: sheet.y, size: 9.5 }
  await line(doc, formatDateJa(tokyoDate(entry.created_at)).replace(/\(.\)$/, ''), {
    ...style,
    size: 8.5,
    x: at.date,
  })
  await line(doc, transactionText(entry), { ...style, x: at.what, weight: 700 })
  await line(doc, amount, { ...style, x: entry.amount < 0 ? at.out : at.in, end: true })
  await line(doc, formatYen(entry.balance_after), { ...style, x: at.balance, end: true })
  sheet.y += 15
  for (const text of more) {
    await line(doc, text, { y: sheet.y, x: at.what, size: 8, color: ink.quiet })
    sheet.y += 11
  }
  for (const item of entry.items) await itemRow(sheet, item)
  sheet.y += 5
  rule(sheet)
  sheet.y += 7
}

async function itemRow(sheet: Sheet, item: Entry['items'][number]): Promise<void> {
  const name = item.is_rescinded ? `${item.name}(取り消し済み)` : item.name
  const lines = await linesOf(sheet.doc, name, 8, whatWidth - 54)
  await make(sheet, lines.length * 11)
  const style = { size: 8, color: ink.quiet }
  // In the column of the names: a column of money adds up to its sum.
  await line(sheet.doc, formatYen(item.price), { ...style, y: sheet.y, x: at.what + whatWidth, end: true })
  for (const text of lines) {
    await line(sheet.doc, text, { ...style, y: sheet.y, x: at.what + 8 })
    sheet.y += 11
  }
}

async function sums(sheet: Sheet, statement: YearStatement): Promise<void> {
  const { doc } = sheet
  const rows = [
    ['期首残高', statement.opening],
    ['入金の合計', statement.added],
    ['出金の合計', statement.taken],
    ['期末残高', statement.closing],
  ] as const
  for (const [label, amount] of rows) {
    const weight = label === '期末残高' ? 700 : 400
    await line(doc, label, { x: page.margin, y: sheet.y, size: 10, weight })
    await line(doc, formatYen(amount), { x: 260, y: sheet.y, size: 10, weight, end: true })
    sheet.y += 17
  }
  sheet.y += 16
}

async function head(sheet: Sheet, statement: YearStatement, madeOn: string): Promise<void> {
  const { doc } = sheet
  await line(doc, `${statement.year}年 入出金明細書`, { x: page.margin, y: sheet.y, size: 18, weight: 700 })
  await line(doc, `作成日 ${formatDateJa(madeOn)}`, {
    x: right,
    y: sheet.y + 8,
    size: 9,
    color: ink.quiet,
    end: true,
  })
  sheet.y += 36
  await line(doc, `${statement.holder} 様`, { x: page.margin, y: sheet.y, size: 12 })
  await line(doc, 'ブランド古着の宅配買取 おくる', {
    x: right,
    y: sheet.y + 2,
    size: 9,
    color: ink.quiet,
    end: true,
  })
  sheet.y += 30
}

async function foot(doc: Doc, number: number, count: number): Promise<void> {
  const style = { y: page.height - page.margin - 6, size: 8, color: ink.quiet }
  await line(doc, 'この明細書は、買取代金の入出金の記録です。領収書ではありません。', {
    ...style,
    x: page.margin,
  })
  await line(doc, `${number} / ${count}`, { ...style, x: right, end: true })
}

export const statementPdf = (statement: YearStatement, madeOn: string): Promise<Buffer> =>
  pdfOf(
    `${statement.year}年 入出金明細書`,
    async (sheet) => {
      await head(sheet, statement, madeOn)
      await sums(sheet, statement)
      await tableHead(sheet)
      if (statement.entries.length === 0)
        await line(sheet.doc, 'この年の入出金はありません。', { x: page.margin, y: sheet.y, size: 10 })
      for (const entry of statement.entries) {
        await entryRow(sheet, entry)
        // Between entries other calls have their turn.
        await setImmediate()
      }
    },
    foot,
  )
