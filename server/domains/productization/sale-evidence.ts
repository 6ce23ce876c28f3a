import { sql } from 'kysely'
import { addDays, tokyoDate } from '#contract/day'
import { evidenceDays, evidenceMinimum } from '#contract/evidence'
import { spreadOf } from '#server/domains/item/item.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'

interface Sold {
  price: number
  days: number | null
}

/** Company-wide, also for staff limited to some shops: never add anything that identifies a sale. */
export async function saleEvidence(db: Db, actor: BusinessActor, slug: string) {
  const { rows } = await sql<Sold & { band: string }>`
    select s.price, s.sold_on - (o.purchased_at at time zone 'Asia/Tokyo')::date as days, left(i.grade, 1) as band
    from purchase_item i
    join purchase_item o on o.company_id = i.company_id and o.brand_id = i.brand_id and o.category_id = i.category_id
      and left(o.grade, 1) = left(i.grade, 1)
    join sale s on s.item_id = o.id and s.returned_at is null and s.sold_on > ${addDays(tokyoDate(actor.at), -evidenceDays)}::date
    where i.slug = ${slug} and ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })}
    order by s.sold_on desc, s.id desc limit 2000`.execute(db)
  const [first] = rows
  if (!first || rows.length < evidenceMinimum) return null
  const label = `同じブランド・カテゴリ・${first.band}グレードの販売`
  const prices = rows.map(({ price }) => price)
  const spread = spreadOf(prices, evidenceDays, label)
  const days = rows.flatMap(({ days }) => (days === null ? [] : Math.max(0, days)))
  return spread && { ...spread, days_to_sell: spreadOf(days, evidenceDays, label)?.median ?? null }
}
