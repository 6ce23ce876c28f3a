import type { antiqueLedgerCalls } from '#contract/antique-ledger'
import { labelOf, ledgerClass } from '#contract/codes'
import { formatYen } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { camelKey, isPlainObject } from '#web/lib/case.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { OpenLink } from '#web/ui/open-link.tsx'

export type LedgerRow = AskResult<typeof antiqueLedgerCalls.list>['results'][number]
export type LedgerHeader = AskResult<typeof antiqueLedgerCalls.header>

function at(row: LedgerRow, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isPlainObject(value) ? value[camelKey(key)] : undefined), row)
}

const ERASED = '(保存期間が過ぎました)'

/** Column keys come from the server: the law defines them. */
export function ledgerCell(row: LedgerRow, key: string): string {
  if (key.startsWith('person') && row.person === null) return key === 'person.name' ? personGone(row) : ''
  const value = at(row, key)
  if (value === null || value === undefined || value === '') return ''
  if (key === 'price') return formatYen(Number(value))
  if (key === 'ledger_class') return labelOf(ledgerClass, String(value))
  if (key === 'person.age') return `${value}歳`
  if (key === 'corrects_seq') return `No.${value} の訂正`
  return String(value)
}

const personGone = ({ entryKind }: LedgerRow): string => (entryKind === '買受け' ? ERASED : '—')

const right = new Set(['price', 'quantity', 'seq', 'person.age'])
const room: Readonly<Record<string, number>> = {
  item_name: 150,
  features: 280,
  'person.address': 210,
  measure: 220,
  invoice_note: 80,
}

/** The rest of a row stands in its detail. */
const cardPlaces: Readonly<Record<string, Column<LedgerRow>['card']>> = {
  seq: 'title',
  item_name: 'title',
  features: 'text',
  occurred_on: undefined,
  entry_kind: undefined,
  price: undefined,
  'person.name': undefined,
}

export const isShort = (key: string): boolean => key === 'occurred_on' || key === 'entry_kind'

export const isRight = (key: string): boolean => right.has(key)

export function ledgerTableColumns(header: LedgerHeader | undefined): Column<LedgerRow>[] {
  return (header?.columns ?? []).map(({ key, label }) => ({
    key,
    header: label,
    align: key === 'price' ? 'money' : isRight(key) ? 'end' : undefined,
    wrap: key in room,
    card: key in cardPlaces ? cardPlaces[key] : 'none',
    cell: (row) => {
      const text = ledgerCell(row, key)
      if (key === 'seq') return <OpenLink id={row.seq}>{text}</OpenLink>
      return text && key in room ? (
        <span style={{ display: 'inline-block', minWidth: room[key] }}>{text}</span>
      ) : (
        text
      )
    },
  }))
}
