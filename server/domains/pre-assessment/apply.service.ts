import type { CallBody } from '#contract/call'
import { addDays, tokyoDate } from '#contract/day'
import { usualValidDays } from '#contract/pre-assessment'
import type { priceEstimateCalls as calls } from '#contract/price-estimate'
import { requireOpenAccount } from '#server/domains/account/open-account.service'
import { currentBrand } from '#server/domains/catalogue/catalogue.service'
import { requireOpenShop } from '#server/domains/company/company.service'
import { addToDraft } from '#server/domains/declared-list/draft.service'
import type { CustomerActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { refuse, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { ownWords } from './bands.service.ts'
import { type Named, namePrices } from './price.service.ts'

type Input = CallBody<typeof calls.apply>

/** A brand may have been merged into another since it was chosen. */
async function rowsOf(tx: Tx, articles: Input['articles']) {
  const rows = []
  for (const { brand, brand_text = '', category, grade_band, count = 1 } of articles) {
    const brand_id = brand ? await currentBrand(tx, brand) : null
    if (brand_id === undefined) throw unknownKey('brand', brand)
    rows.push({
      ...{ brand_id, brand_text: brand_id === null ? brand_text : '', category_id: category ?? null },
      ...{ condition: grade_band ?? null, count, note: '' },
    })
  }
  return rows
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/**
 * What a customer put together on the storefront goes into the draft. The prices are named once more, by the shop that is
 * to get the box, and kept: how near they come is measured like that of any other named price.
 */
export async function applyWithPrices(
  tx: Tx,
  actor: CustomerActor,
  { shop, articles, replaces }: Input,
  tools: Pick<Tools, 'keys'>,
) {
  if (actor.customer_id === null) throw refuse('customer_incomplete')
  await requireOpenAccount(tx, actor)
  const { company_id } = await requireOpenShop(tx, shop)
  const day = tokyoDate(actor.at)
  const rows = await rowsOf(tx, articles)
  const wordsOf = await ownWords(tx, company_id, day)
  const priced = rows.map(({ brand_id, category_id, condition }) => ({
    ...{ brand: brand_id, category: category_id },
    ...wordsOf(condition),
  }))
  const names = await namePrices(tx, company_id, priced, { day, at: actor.at })
  const { draft, list, added, items } = await addToDraft(tx, actor, { shop, rows, replaces }, tools)
  if (names.some(({ center }) => center !== null)) {
    const of = await keepNamed(tx, actor, { company_id, shop_id: shop, declared_list_id: list, day })
    const kept = rows.flatMap((row, position) => {
      const name = names[position]
      return name
        ? [{ ...columnsOf(row, name, wordsOf(row.condition)), position, declared: added[position] }]
        : []
    })
    await keepItems(tx, actor.at, of, kept)
  }
  return { draft, shop, added, items }
}

/** As if it had been handed out and taken at once. */
async function keepNamed(
  tx: Tx,
  { customer_id, at }: CustomerActor,
  { day, ...of }: { company_id: number; shop_id: number; declared_list_id: number; day: string },
): Promise<number> {
  const now = at.toISOString()
  const { id } = await tx
    .insertInto('pre_assessment')
    .values({
      ...{ ...of, channel: 'web', state: 'accepted', customer_id, valid_until: addDays(day, usualValidDays) },
      ...{ sent_at: now, ended_at: now, created_at: now, updated_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const columnsOf = (
  { brand_id, brand_text, category_id, count }: Row,
  { template, low, center, high, steps, reason }: Named,
  { condition, season }: ReturnType<Awaited<ReturnType<typeof ownWords>>>,
) => ({
  ...{ brand_id, brand_text, category_id, count, status_id: condition, season_id: season },
  ...{ template_id: template, low, center, high, explanation: JSON.stringify({ steps, reason }) },
})

type Kept = ReturnType<typeof columnsOf> & { position: number; declared: number | undefined }

async function keepItems(tx: Tx, at: Date, pre_assessment_id: number, items: readonly Kept[]): Promise<void> {
  const now = at.toISOString()
  await tx
    .insertInto('pre_assessment_item')
    .values(
      items.map(({ declared, ...item }) => ({
        ...{ ...item, pre_assessment_id, declared_item_id: declared ?? null },
        ...{ created_at: now, updated_at: now },
      })),
    )
    .execute()
}
