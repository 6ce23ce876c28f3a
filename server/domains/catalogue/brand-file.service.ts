import type { BusinessActor } from '#server/platform/actor'
import { csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import type { Db } from '#server/platform/db'
import { allBrands, type BrandMasterFilter } from './brand-master.queries.ts'

const columns = [
  { key: 'name', header: 'ブランド名' },
  { key: 'name_kana', header: 'カナ' },
  { key: 'aliases', header: '別名' },
] as const

const ofDealer = [
  { key: 'published', header: '公開' },
  { key: 'shop_names', header: '取り扱う店舗' },
] as const

/** The operator's file is the one it loads; that of a dealer also says what the dealer decided. */
export const exportBrands = (db: Db, actor: BusinessActor, filter: BrandMasterFilter, signal: AbortSignal) =>
  csvPieces(actor.is_operator ? [...columns] : [...columns, ...ofDealer], cells(db, actor, filter, signal), {
    bom: true,
  })

async function* cells(db: Db, actor: BusinessActor, filter: BrandMasterFilter, signal: AbortSignal) {
  for await (const rows of inBatches(db, allBrands(db, actor, filter), signal))
    yield rows.map((row) => ({ ...row, published: row.is_private ? '非公開' : '公開中' }))
}
