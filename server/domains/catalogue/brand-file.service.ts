import { csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import type { Db } from '#server/platform/db'
import { allBrands } from './brand-master.queries.ts'

const columns = [
  { key: 'name', header: 'ブランド名' },
  { key: 'name_kana', header: 'カナ' },
  { key: 'aliases', header: '別名' },
] as const

export const exportBrands = (db: Db, q: string | undefined, signal: AbortSignal) =>
  csvPieces([...columns], inBatches(db, allBrands(db, q), signal), { bom: true })
