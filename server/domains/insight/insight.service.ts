import { type LeadStep, leadStepLabel, type Outcome, outcomes, wideGaps } from '#contract/insight'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { invalidField } from '#server/platform/refusal'
import {
  boughtSums,
  boughtTotal,
  gapRows,
  leadByShop,
  leadRow,
  type OutcomeRow,
  outcomeRows,
  spreadRows,
  type Wanted,
} from './insight.queries.ts'
import { daysOf, isTooLong, type Period, periodBefore, periodOf } from './insight.rules.ts'
import { soldSums, soldTotal } from './margin.queries.ts'

export interface Asked {
  date_from?: string | undefined
  date_to?: string | undefined
  shop?: number | undefined
}

/** The period in days of Tokyo. */
export function wantedOf({ at }: BusinessActor, asked: Asked): Wanted {
  const period = periodOf(at, asked)
  if (period.to < period.from) throw invalidField('date_to', '終わりの日は、始まりの日より後にしてください。')
  if (isTooLong(period)) throw invalidField('date_to', '期間は1年までにしてください。')
  return { period, shop: asked.shop }
}

const shownDays = ({ from, to }: Period) => ({ date_from: from, date_to: to })

const steps = Object.keys(leadStepLabel) as LeadStep[]

export async function leadTime(db: Db, actor: BusinessActor, asked: Asked) {
  const wanted = wantedOf(actor, asked)
  const [told, shops] = await Promise.all([leadRow(db, actor, wanted), leadByShop(db, actor, wanted)])
  return {
    period: shownDays(wanted.period),
    n: told?.n ?? 0,
    steps: steps.map((step) => ({ step, n: told?.[step].n ?? 0, ...both(told?.[step].at) })),
    over_p90: told?.over_p90 ?? 0,
    by_shop: shops.map(({ at, ...shop }) => ({ ...shop, ...both(at) })),
  }
}

const both = (at: [number, number] | null | undefined) => ({ p50: at?.[0] ?? null, p90: at?.[1] ?? null })

const shareOf = (rows: readonly OutcomeRow[]) => {
  const sum = (of: 'n' | 'n_before', is: (row: OutcomeRow) => boolean) =>
    rows.filter(is).reduce((total, row) => total + row[of], 0)
  const isSold = ({ outcome }: OutcomeRow) => outcome === 'sold'
  const every = () => true
  return {
    n: sum('n', every),
    sold: sum('n', isSold),
    n_before: sum('n_before', every),
    sold_before: sum('n_before', isSold),
  }
}

export async function acceptance(db: Db, actor: BusinessActor, asked: Asked) {
  const wanted = wantedOf(actor, asked)
  const before = periodBefore(wanted.period)
  const rows = await outcomeRows(db, actor, wanted, before)
  const shops = [...Map.groupBy(rows, ({ shop }) => shop)]
  const refused = outcomes.filter((outcome): outcome is Exclude<Outcome, 'sold'> => outcome !== 'sold')
  return {
    period: shownDays(wanted.period),
    before: shownDays(before),
    ...shareOf(rows),
    by_shop: shops.map(([shop, own]) => ({ shop, shop_name: own[0]?.shop_name ?? '', ...shareOf(own) })),
    reasons: refused.map((outcome) => ({
      outcome,
      n: rows.filter((row) => row.outcome === outcome).reduce((sum, { n }) => sum + n, 0),
    })),
  }
}

export async function purchases(db: Db, actor: BusinessActor, asked: Asked) {
  const wanted = wantedOf(actor, asked)
  const before = periodBefore(wanted.period)
  const [sums, past] = await Promise.all([
    boughtSums(db, actor, wanted),
    boughtTotal(db, actor, { ...wanted, period: before }),
  ])
  const byDay = new Map(sums.by_day.map((day) => [day.date, day]))
  return {
    period: shownDays(wanted.period),
    before: shownDays(before),
    item_count: sums.by_day.reduce((sum, day) => sum + day.item_count, 0),
    amount: sums.by_day.reduce((sum, { amount }) => sum + amount, 0),
    item_count_before: past.item_count,
    amount_before: past.amount,
    ...sums,
    // Days without a purchase are days, too.
    by_day: daysOf(wanted.period).map((date) => byDay.get(date) ?? { date, item_count: 0, amount: 0 }),
  }
}

const nothingSold = {
  ...{ n: 0, revenue: 0, cost: 0, fees: 0, shipping: 0, handling: 0, profit: 0, days_to_sell: null },
}

export async function margin(db: Db, actor: BusinessActor, asked: Asked) {
  const wanted = wantedOf(actor, asked)
  const before = periodBefore(wanted.period)
  const [sums, past] = await Promise.all([
    soldSums(db, actor, wanted),
    soldTotal(db, actor, { ...wanted, period: before }),
  ])
  const byDay = new Map(sums.by_day.map((day) => [day.date, day]))
  return {
    period: shownDays(wanted.period),
    before: shownDays(before),
    ...(sums.total ?? nothingSold),
    ...{ n_before: past.n, revenue_before: past.revenue, profit_before: past.profit },
    ...{ by_brand: sums.by_brand, by_category: sums.by_category, by_channel: sums.by_channel },
    by_day: daysOf(wanted.period).map((date) => byDay.get(date) ?? { date, ...nothingSold }),
  }
}

export async function priceSpread(db: Db, actor: BusinessActor, asked: Asked) {
  const wanted = wantedOf(actor, asked)
  const assessors = await spreadRows(db, actor, wanted)
  return { period: shownDays(wanted.period), n: assessors.reduce((sum, { n }) => sum + n, 0), assessors }
}

export async function pastGap(db: Db, actor: BusinessActor, asked: Asked) {
  const wanted = wantedOf(actor, asked)
  const bands = await gapRows(db, actor, wanted)
  const sum = (is: (band: (typeof bands)[number]) => boolean) =>
    bands.filter(is).reduce((total, { n }) => total + n, 0)
  return {
    period: shownDays(wanted.period),
    n: sum(() => true),
    within: sum(({ band }) => !wideGaps.includes(band)),
    bands,
  }
}
