import { attributeWords } from '#contract/attribute-text'
import { itemGender, labelOf } from '#contract/codes'
import { formatDateJa } from '#contract/day'
import type { AttributeValue } from '#contract/pre-assessment-price'
import { estimatePromises } from '#contract/price-estimate'
import { formatYen } from '#contract/text'
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

export interface EstimateSheet {
  number: number
  company_name: string
  shop_name: string
  operator_name: string
  /** Blank on what a link shows. */
  name: string
  valid_until: string | null
  items: readonly {
    brand_name: string
    category_name: string
    gender: number | null
    condition_name: string
    attributes: Readonly<Record<string, AttributeValue>>
    count: number
    low: number | null
    high: number | null
  }[]
  total: { low: number; high: number; priced: number; unpriced: number }
  within_percent: number | null
  n: number
}

/** Left edges of the columns of text; those of numbers end where they say. */
const at = { what: page.margin, condition: 286, count: 410, band: right } as const
const whatWidth = at.condition - at.what - 14
const conditionWidth = at.count - at.condition - 30
const nameWidth = 270
const shopWidth = right - page.margin - nameWidth - 14

async function head(sheet: Sheet, estimate: EstimateSheet, madeOn: string): Promise<void> {
  const { doc } = sheet
  await line(doc, '事前査定(目安)', { x: page.margin, y: sheet.y, size: 18, weight: 700 })
  const quiet = { size: 9, color: ink.quiet, x: right, end: true as const }
  await line(doc, `番号 P-${estimate.number}・作成日 ${formatDateJa(madeOn)}`, { ...quiet, y: sheet.y + 8 })
  sheet.y += 38
  const name = estimate.name === '' ? 'お客さま' : `${estimate.name} 様`
  const names = await linesOf(doc, name, 12, nameWidth)
  for (const [index, text] of names.entries())
    await line(doc, text, { x: page.margin, y: sheet.y + index * 16, size: 12 })
  const shop = await linesOf(doc, `${estimate.company_name} ${estimate.shop_name}`, 9, shopWidth)
  const operator = estimate.operator_name === '' ? [] : [`担当 ${estimate.operator_name}`]
  const beside = [...shop, ...operator]
  for (const [index, text] of beside.entries()) await line(doc, text, { ...quiet, y: sheet.y + index * 13 })
  sheet.y += Math.max(names.length * 16 + 24, beside.length * 13 + 14)
}

async function sum(sheet: Sheet, { total, valid_until }: EstimateSheet): Promise<void> {
  const { doc } = sheet
  await line(doc, '合計の目安', { x: page.margin, y: sheet.y, size: 10, color: ink.quiet })
  sheet.y += 15
  const band = `${formatYen(total.low)} 〜 ${formatYen(total.high)}`
  await line(doc, band, { x: page.margin, y: sheet.y, size: 22, weight: 700 })
  const until = valid_until === null ? '' : `${formatDateJa(valid_until)}まで有効`
  await line(doc, until, { x: right, y: sheet.y + 10, size: 10, end: true })
  sheet.y += 32
  const unseen =
    total.unpriced > 0 ? `・ほかの${total.unpriced}点は、お品物を拝見してから金額をお知らせします` : ''
  await line(doc, `金額の決まった品 ${total.priced}点${unseen}`, {
    x: page.margin,
    y: sheet.y,
    size: 9,
    color: ink.quiet,
  })
  sheet.y += 26
}

async function tableHead(sheet: Sheet): Promise<void> {
  const style = { y: sheet.y, size: 8.5, color: ink.quiet }
  await line(sheet.doc, '品物', { ...style, x: at.what })
  await line(sheet.doc, '状態', { ...style, x: at.condition })
  await line(sheet.doc, '点数', { ...style, x: at.count, end: true })
  await line(sheet.doc, '目安(1点)', { ...style, x: at.band, end: true })
  sheet.y += 16
  rule(sheet, ink.quiet)
  sheet.y += 7
}

function newPage(sheet: Sheet): void {
  sheet.doc.addPage()
  sheet.y = page.margin
}

async function itemRow(sheet: Sheet, item: EstimateSheet['items'][number]): Promise<void> {
  const { doc } = sheet
  const gender = item.gender === null ? '' : labelOf(itemGender, item.gender)
  const name = [item.brand_name, item.category_name, gender].filter(Boolean).join(' ') || '品名なし'
  const names = await linesOf(doc, name, 10, whatWidth)
  const details = await linesOf(doc, attributeWords(item.attributes), 8.5, whatWidth)
  const conditions = await linesOf(doc, item.condition_name || '—', 10, conditionWidth)
  const height = Math.max(names.length * 14 + details.length * 12, conditions.length * 14)
  if (sheet.y + height + 10 > bottom) {
    newPage(sheet)
    await tableHead(sheet)
  }
  const style = { y: sheet.y, size: 10 }
  await line(doc, String(item.count), { ...style, x: at.count, end: true })
  const band =
    item.low === null || item.high === null
      ? '拝見してから'
      : `${formatYen(item.low)} 〜 ${formatYen(item.high)}`
  await line(doc, band, { ...style, x: at.band, end: true, weight: 700 })
  const columns = [
    { x: at.what, lines: names },
    { x: at.condition, lines: conditions },
  ]
  for (const { x, lines } of columns)
    for (const [index, text] of lines.entries())
      await line(doc, text, { ...style, x, y: sheet.y + index * 14 })
  const below = { x: at.what, size: 8.5, color: ink.quiet }
  for (const [index, text] of details.entries())
    await line(doc, text, { ...below, y: sheet.y + names.length * 14 + index * 12 })
  sheet.y += height + 4
  rule(sheet)
  sheet.y += 7
}

async function notes(sheet: Sheet, { n, within_percent }: EstimateSheet): Promise<void> {
  const share =
    within_percent === null
      ? []
      : [
          `直近180日に買い取った${n}点のうち${within_percent}%が、お伝えした目安の幅か、その中心の±15%に収まりました。`,
        ]
  const all = [...estimatePromises, ...share]
  const lines: string[] = []
  for (const text of all) lines.push(...(await linesOf(sheet.doc, text, 9, right - page.margin)))
  sheet.y += 10
  if (sheet.y + lines.length * 14 > bottom) newPage(sheet)
  for (const part of lines) {
    await line(sheet.doc, part, { x: page.margin, y: sheet.y, size: 9, color: ink.quiet })
    sheet.y += 14
  }
}

async function foot(doc: Doc, number: number, count: number): Promise<void> {
  const style = { y: page.height - page.margin - 6, size: 8, color: ink.quiet }
  await line(doc, 'ブランド古着の宅配買取 おくる', { ...style, x: page.margin })
  await line(doc, `${number} / ${count}`, { ...style, x: right, end: true })
}

export const estimatePdf = (estimate: EstimateSheet, madeOn: string): Promise<Buffer> =>
  pdfOf(
    `事前査定 P-${estimate.number}`,
    async (sheet) => {
      await head(sheet, estimate, madeOn)
      await sum(sheet, estimate)
      await tableHead(sheet)
      for (const item of estimate.items) await itemRow(sheet, item)
      await notes(sheet, estimate)
    },
    foot,
  )
