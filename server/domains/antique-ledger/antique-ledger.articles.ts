import { sql } from 'kysely'
import { isBoughtItem, isReturnedItem } from '#server/domains/item/item.predicates'
import type { Tx } from '#server/platform/db'
import type { Finding } from './antique-ledger.verify.ts'

interface Mismatch {
  what: 'unrecorded' | 'unbought' | 'price' | 'still_bought' | 'not_returned'
  count: number
  seq: number | null
  slug: string | null
}

const problemText: Readonly<Record<Mismatch['what'], (found: Mismatch) => string>> = {
  unrecorded: ({ count, slug }) =>
    `買い取った商品のうち${count}点が台帳にありません(最初は商品コード ${slug})。`,
  unbought: ({ count, seq }) => `台帳の${count}行に、買い取った商品がありません(最初は${seq}番)。`,
  price: ({ count, seq }) => `台帳の${count}行で、代価が商品の買取額と違います(最初は${seq}番)。`,
  still_bought: ({ count, seq }) =>
    `返還と書かれた${count}行の商品が、買い取ったままになっています(最初は${seq}番)。`,
  not_returned: ({ count, slug }) =>
    `契約を取り消して返した商品のうち${count}点に、返還の行がありません(最初は商品コード ${slug})。`,
}

/** Finds bought items without a row and rows without one. The chain cannot show this: it covers only what exists. */
export async function checkArticles(tx: Tx, companyId: number): Promise<Finding | null> {
  const { rows } = await sql<Mismatch>`
    with item as (
      select id, slug, price, status from purchase_item where company_id = ${companyId} and purchased_at is not null
    ), recorded as (
      select seq, item_id, entry_kind, price from antique_ledger
      where company_id = ${companyId} and entry_kind in ('買受け', '返還')
    ), mismatch as (
      select 1 as place, 'unrecorded' as what, null::bigint as seq, i.slug from item i
        where not exists (select from recorded r where r.item_id = i.id and r.entry_kind = '買受け')
      union all
      select 2, 'unbought', r.seq, null from recorded r left join item i on i.id = r.item_id where i.id is null
      union all
      select 3, 'price', r.seq, null from recorded r join item i on i.id = r.item_id where r.entry_kind = '買受け' and i.price <> r.price
      union all
      select 4, 'still_bought', r.seq, null from recorded r join item i on i.id = r.item_id
        where r.entry_kind = '返還' and ${isBoughtItem('i')}
      union all
      select 5, 'not_returned', null, i.slug from item i
        where ${isReturnedItem('i')} and not exists (select from recorded r where r.item_id = i.id and r.entry_kind = '返還')
    )
    select what, count(*) as count, min(seq) as seq, min(slug) as slug from mismatch group by place, what order by place limit 1`.execute(
    tx,
  )
  const [found] = rows
  return found ? { seq: found.seq, problem: problemText[found.what](found) } : null
}
