import { foldSearch, normalizeDigits, parseYenInput } from '#contract/text'

/** A row of a grid as it is typed, by column. */
export type Texts = Readonly<Record<string, string>>

export interface GridColumn {
  key: string
  header: string
  width: number
  align?: 'end'
  /** `check`: する or しない. */
  kind?: 'check'
  mode?: 'numeric' | 'decimal'
  /** What can be written in it; the field offers them. */
  options?: readonly string[]
  isFixed?: boolean
}

/** Cells copied from a spreadsheet; `undefined` where the text is that of one cell. */
export function blockOf(text: string): string[][] | undefined {
  if (!/[\t\r\n]/.test(text)) return undefined
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()))
}

export interface Pasted {
  row: number
  changes: Record<string, string>
}

/** What a block changes when it is put down at a cell: rows below the last are new ones. */
export function pasteAt(
  block: readonly (readonly string[])[],
  columns: readonly GridColumn[],
  at: { row: number; column: number },
): Pasted[] {
  return block.map((cells, down) => {
    const changes: Record<string, string> = {}
    for (const [across, cell] of cells.entries()) {
      const column = columns[at.column + across]
      if (column && !column.isFixed) changes[column.key] = cell
    }
    return { row: at.row + down, changes }
  })
}

/** Only what differs from the stored row. */
export const changedFrom = (stored: Texts, typed: Texts): Texts =>
  Object.fromEntries(Object.entries(typed).filter(([key, text]) => text !== (stored[key] ?? '')))

const plain = (text: string): string => normalizeDigits(text).normalize('NFKC').trim()

/** `1.10`, `×1.1`, `110%` in thousandths; null where it is none. */
export function permilleOf(text: string): number | null {
  const written = plain(text).replace(/^[×xX]/, '')
  const number = written.endsWith('%') ? Number(written.slice(0, -1)) / 100 : Number(written)
  if (written === '' || !Number.isFinite(number)) return null
  return Math.round(number * 1000)
}

/** With two digits, or three where it has them. */
export const factorText = (permille: number): string => (permille / 1000).toFixed(3).replace(/0$/, '')

/** `10,11,12`, `10月、11月` or `10-12`, also over the turn of the year. */
export function monthsOf(text: string): number[] | null {
  const months: number[] = []
  for (const part of plain(text).split(/[,、・\s]+/)) {
    const [, from, to] = /^(\d{1,2})月?(?:[-~〜–](\d{1,2})月?)?$/.exec(part) ?? []
    const [first, last] = [Number(from), Number(to ?? from)]
    if (!(first >= 1 && first <= 12 && last >= 1 && last <= 12)) return null
    for (let month = first; ; month = (month % 12) + 1) {
      if (!months.includes(month)) months.push(month)
      if (month === last) break
    }
  }
  return months
}

const yesNo: Readonly<Record<string, boolean>> = {
  する: true,
  しない: false,
  はい: true,
  いいえ: false,
  '': false,
}
export const isChecked = (text: string): boolean => yesNo[text.trim()] ?? false
export const checkText = (isOn: boolean): string => (isOn ? 'する' : 'しない')

export interface Choice {
  id: number
  name: string
  /** The names above it, outermost first. */
  path?: readonly string[]
}

export type Found = { id: number } | { problem: string }

/** The one that is called so, also with the names above it: `メンズ>コート`. */
export function choiceOf(choices: readonly Choice[], text: string): Found {
  const wanted = foldSearch(text.replaceAll('＞', '>').replace(/\s*>\s*/g, '>'))
  const found = choices.filter(
    ({ name, path = [] }) => foldSearch(name) === wanted || foldSearch([...path, name].join('>')) === wanted,
  )
  if (found.length === 1 && found[0]) return { id: found[0].id }
  return {
    problem:
      found.length === 0
        ? `「${text.trim()}」は登録されていません。`
        : `「${text.trim()}」が複数あります。「上位>名前」の形で入力してください。`,
  }
}

export type Raise = { by: 'percent' | 'yen' | 'set'; amount: number }

/** `+5%`, `-500`, `＝12,000`; null where it is none. */
export function raiseOf(text: string): Raise | null {
  const written = plain(text).replace(/[−ー―]/g, '-')
  const percent = /^([+-]?\d+(?:\.\d+)?)%$/.exec(written)
  if (percent) return { by: 'percent', amount: Number(percent[1]) }
  const amount = parseYenInput(written.replace(/^[+\-=]/, ''))
  if (amount === null) return null
  if (written.startsWith('=')) return { by: 'set', amount }
  return { by: 'yen', amount: written.startsWith('-') ? -amount : amount }
}

/** Rounded to ¥100 where it is a share; 0 stays: goods that are seen first have no price. */
export function raised(base: number, { by, amount }: Raise): number {
  if (base === 0 && by !== 'set') return 0
  if (by === 'set') return amount
  const next = by === 'yen' ? base + amount : Math.round((base * (100 + amount)) / 10_000) * 100
  return Math.max(0, next)
}
