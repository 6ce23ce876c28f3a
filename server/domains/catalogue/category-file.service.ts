import { csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import type { Db } from '#server/platform/db'
import { allCategories, type CategoryFilter } from './category-master.queries.ts'

const categoryColumns = [
  { key: 'above', header: '上位カテゴリ' },
  { key: 'name', header: 'カテゴリ' },
  { key: 'ledger_class', header: '品目区分' },
  { key: 'name_kana', header: 'カナ' },
  { key: 'sort', header: '順番' },
  { key: 'use', header: '使用' },
] as const

export const exportCategories = (db: Db, filter: CategoryFilter, signal: AbortSignal) =>
  csvPieces([...categoryColumns], inBatches(db, allCategories(db, filter), signal), { bom: true })
