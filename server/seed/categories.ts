// The kinds of articles every site begins with: without them nothing can be assessed, and no ledger could be kept.
import type { Db, Tx } from '#server/platform/db'

/** A category of the tree, by its place under its parent, with the legal class it is recorded under. */
export const categoryTree = [
  {
    name: '衣類',
    ledger_class: '02',
    children: [
      'アウター',
      'ニット',
      'シャツ・ブラウス',
      'ワンピース',
      'ボトムス',
      'ジャケット',
      'Tシャツ・カットソー',
    ],
  },
  { name: 'バッグ・革小物・靴', ledger_class: '11', children: ['バッグ', '財布', '靴', 'ベルト'] },
  { name: '時計・アクセサリー', ledger_class: '03', children: ['腕時計', 'アクセサリー'] },
] as const

/** Puts the tree into a database that has no categories, and says how many there are of it. */
export async function loadCategories(tx: Tx): Promise<number> {
  if (await hasCategories(tx)) return 0
  let count = 0
  for (const [sort, { name, ledger_class, children }] of categoryTree.entries()) {
    const parent = await tx
      .insertInto('item_category')
      .values({ name, ledger_class, sort: sort + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = children.map((child, place) => ({
      ...{ name: child, parent_id: parent.id, ledger_class },
      sort: place + 1,
    }))
    await tx.insertInto('item_category').values(rows).execute()
    count += 1 + rows.length
  }
  return count
}

async function hasCategories(db: Db): Promise<boolean> {
  return (await db.selectFrom('item_category').select('id').limit(1).executeTakeFirst()) !== undefined
}
