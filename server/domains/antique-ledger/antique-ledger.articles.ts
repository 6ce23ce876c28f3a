import { sql } from 'kysely'
import { soldClasses } from '#contract/antique-ledger'
import { isBoughtItem, isReturnedItem } from '#server/domains/item/item.predicates'
import type { Tx } from '#server/platform/db'
import type { Finding } from './antique-ledger.verify.ts'

interface Mismatch {
  what:
    | 'unrecorded'
    | 'unbought'
    | 'price'
    | 'still_bought'
    | 'not_returned'
    | 'sale_unrecorded'
    | 'unsold'
    | 'sale_differs'
    | 'sale_back'
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
  sale_unrecorded: ({ count, slug }) =>
    `台帳に書く必要のある販売のうち${count}件に、売却の行がありません(最初は商品コード ${slug})。`,
  unsold: ({ count, seq }) => `売却・返品と書かれた${count}行に、その販売がありません(最初は${seq}番)。`,
  sale_differs: ({ count, seq }) =>
    `売却と書かれた${count}行が、販売の記録(品・日付・金額)と違います(最初は${seq}番)。`,
  sale_back: ({ count, slug }) =>
    `返品された販売のうち${count}件に、返品の行がありません(最初は商品コード ${slug})。`,
}

/** As `saleEntryOf` decides, about the sale `s`. */
const isRecordedSale = sql`(s.ledger_class = any(${[...soldClasses.always]}::text[]) or s.price >= ${soldClasses.from}
  and s.ledger_class = any(${[...soldClasses.named, ...soldClasses.unnamed]}::text[]))`

/** Finds bought items without a row and rows without one. The chain cannot show this: it covers only what exists. */
export async function checkArticles(tx: Tx, companyId: number): Promise<Finding | null> {
  const { rows } = await sql<Mismatch>`
    with item as (
      select id, slug, price, status from purchase_item where company_id = ${companyId} and purchased_at is not null
    ), recorded as (
      select seq, item_id, entry_kind, price from antique_ledger
      where company_id = ${companyId} and entry_kind in ('買受け', '返還')
    ), sold as (
      select * from sale where company_id = ${companyId}
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
      union all
      select 6, 'sale_unrecorded', null, i.slug from sold s join item i on i.id = s.item_id
        where ${isRecordedSale} and s.ledger_seq is null
      union all
      select 7, 'unsold', l.seq, null from antique_ledger l
        where l.company_id = ${companyId} and (l.entry_kind = '売却' and not exists (select from sold s where s.ledger_seq = l.seq)
          or l.entry_kind = '返品' and not exists (select from sold s where s.return_ledger_seq = l.seq))
      union all
      select 8, 'sale_differs', l.seq, null from sold s join antique_ledger l on l.company_id = ${companyId} and l.seq = s.ledger_seq
        where (l.entry_kind, l.item_id, l.occurred_on, l.price) is distinct from ('売却', s.item_id, s.sold_on, s.price)
      union all
      select 9, 'sale_back', null, i.slug from sold s join item i on i.id = s.item_id
        where s.ledger_seq is not null and s.returned_at is not null and s.return_ledger_seq is null
    )
    select what, count(*) as count, min(seq) as seq, min(slug) as slug from mismatch group by place, what order by place limit 1`.execute(
    tx,
  )
  const [found] = rows
  return found ? { seq: found.seq, problem: problemText[found.what](found) } : null
}
