import { valueTypeLabel } from '#contract/category-attribute'
import { csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import type { Db } from '#server/platform/db'
import { type AttributeFilter, allAttributes } from './attribute.queries.ts'
import { useWords } from './catalogue-list.rules.ts'

const columns = [
  { key: 'path', header: 'カテゴリ' },
  { key: 'name', header: '項目' },
  { key: 'type', header: '型' },
  { key: 'unit', header: '単位' },
  { key: 'choices', header: '選択肢' },
  { key: 'measure', header: '採寸' },
  { key: 'required', header: '必須' },
  { key: 'sort', header: '順番' },
  { key: 'use', header: '使用' },
] as const

export const exportAttributes = (db: Db, filter: AttributeFilter, signal: AbortSignal) =>
  csvPieces([...columns], cells(db, filter, signal), { bom: true })

const word = (is: boolean): string => (is ? useWords.yes : useWords.no)

/** Without a place the next load leaves it as it is. */
async function* cells(db: Db, filter: AttributeFilter, signal: AbortSignal) {
  for await (const rows of inBatches(db, allAttributes(db, filter), signal))
    yield rows.map(({ path, name, unit, ...row }) => ({
      ...{ path, name, unit, type: valueTypeLabel[row.value_type], choices: row.choices.join('|') },
      ...{ measure: word(row.is_measure), required: word(row.is_required) },
      ...{ sort: row.sort || null, use: word(row.is_active) },
    }))
}
