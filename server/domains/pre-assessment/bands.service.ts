import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import type { priceEstimateCalls as calls } from '#contract/price-estimate'
import { ofStore } from '#server/domains/company/company.service'
import type { Db } from '#server/platform/db'
import { shareOf } from './estimate.service.ts'
import { seasonRows, statusRows } from './master.queries.ts'
import { namePrices } from './price.service.ts'

interface Dealer {
  company: number
  company_name: string
  shop: number
}

/** Dealers whose shops take this brand, with the first shop of each; of the storefront where one is named. */
async function dealersOf(db: Db, brand: number, store: string | undefined): Promise<Dealer[]> {
  const { rows } = await sql<Dealer>`
    select c.id as company, c.name as company_name, min(s.id) as shop
    from company c join shop s on s.company_id = c.id join shop_brand h on h.shop_id = s.id
    where h.brand_id = ${brand} and s.is_open and not c.is_operator and ${ofStore('c.store_key', store)}
      and not exists (select from company_brand p where p.company_id = c.id and p.brand_id = ${brand} and p.is_private)
    group by c.id, c.name order by c.id limit 20`.execute(db)
  return rows
}

/** The dealer's own words for what a customer says of an article: its condition of that band, and the season of the day. */
export async function ownWords(db: Db, company: number, day: string) {
  const [statuses, seasons] = await Promise.all([statusRows(db, company), seasonRows(db, company)])
  const month = Number(day.slice(5, 7))
  const season = seasons.find(({ is_active, months }) => is_active && months.includes(month))?.id ?? null
  return (band: string | null | undefined) => ({
    season,
    condition: statuses.find(({ is_active, grade_band }) => is_active && grade_band === band)?.id ?? null,
  })
}

/** What each dealer would name. Dealers that say nothing, or want to see the goods first, are left out. */
export async function priceBands(
  db: Db,
  { store, grade_band, ...article }: CallBody<typeof calls.bands>,
  at: Date,
) {
  const day = tokyoDate(at)
  const bands = []
  for (const dealer of await dealersOf(db, article.brand, store)) {
    const words = (await ownWords(db, dealer.company, day))(grade_band)
    if (words.condition === null) continue
    const [named] = await namePrices(db, dealer.company, [{ ...article, ...words }], { day, at })
    if (named?.low == null || named.high === null) continue
    const { n, within_percent } = await shareOf(db, dealer.company, at)
    bands.push({
      ...dealer,
      ...{ low: named.low, high: named.high, n: named.past?.n ?? 0, within_percent, accuracy_n: n },
    })
  }
  return bands
}
