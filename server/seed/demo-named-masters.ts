// What named prices come from: conditions, seasons, ranks and templates of each dealer.

import { gradeBandLabel } from '#contract/codes'
import { addDays } from '#contract/day'
import { createCondition, writeBrand } from '#server/domains/pre-assessment/master.service'
import { makeSeasons } from '#server/domains/pre-assessment/pre-assessment.factory'
import { createTemplate, replaceTemplate } from '#server/domains/pre-assessment/template.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { asWorker } from './demo-actors.ts'
import { instantOf } from './demo-days.ts'
import type { DemoWorld } from './demo-world.ts'
import { kinds } from './goods.ts'

export interface NamedMasters {
  /** By company and grade band. */
  conditions: Map<number, Map<string, number>>
}

const factors = { S: 1300, A: 1000, B: 700, C: 430, D: 150 } as const
const words = {
  S: 'タグ付き、または使った跡がない',
  A: '数回の着用で、目立つ傷や汚れがない',
  B: '着用感はあるが、目立つ傷みがない',
  C: '毛玉・色あせ・小さな汚れなどがある',
  D: '穴・破れ・落ちない汚れがある',
} as const

const ranks: Readonly<Record<string, readonly string[]>> = {
  S: ['HERMÈS', 'CHANEL', 'LOUIS VUITTON'],
  A: ['COMME des GARÇONS', 'sacai', 'Maison Margiela', 'MONCLER', 'GUCCI', 'PRADA', 'Yohji Yamamoto'],
  B: ['THE NORTH FACE', 'Patagonia', 'A.P.C.', 'TOGA'],
  C: ['UNITED ARROWS', 'BEAMS', 'JOURNAL STANDARD'],
}

/** How many of the popular kinds each dealer has a price for. */
const known = [99, 14, 9] as const
const admins = ['admin@aoyama.example', 'admin@umeda.example', 'admin@sakae.example'] as const

export async function makeNamedMasters(db: Db, world: DemoWorld, anchor: string): Promise<NamedMasters> {
  const conditions: NamedMasters['conditions'] = new Map()
  for (const [index, email] of admins.entries()) {
    const worker = world.workers.get(email)
    if (!worker) throw new Error(`the demo has no ${email}`)
    const actor = asWorker(worker, instantOf(addDays(anchor, -200), '11:00'))
    await inTransaction(db, async (tx) => {
      conditions.set(worker.company_id, await makeConditions(tx, actor))
      await makeSeasons(tx, worker.company_id)
      await rankBrands(tx, actor, world)
      await makeTemplates(tx, actor, world, { most: known[index] ?? 0, from: addDays(anchor, -200) })
    })
  }
  return { conditions }
}

async function makeConditions(tx: Tx, actor: BusinessActor): Promise<Map<string, number>> {
  const made = new Map<string, number>()
  for (const [index, band] of (['S', 'A', 'B', 'C', 'D'] as const).entries()) {
    const { id } = await createCondition(tx, actor, {
      ...{ name: `${band} ${gradeBandLabel[band]}`, grade_band: band, description: words[band] },
      ...{ sort: (index + 1) * 10, factor_permille: factors[band], is_active: true },
    })
    made.set(band, id)
  }
  return made
}

async function rankBrands(tx: Tx, actor: BusinessActor, { brandIds }: DemoWorld): Promise<void> {
  for (const [rank, names] of Object.entries(ranks))
    for (const name of names) {
      const brand = brandIds.get(name)
      if (brand === undefined) throw new Error(`the shipped list lacks the brand ${name}`)
      await writeBrand(tx, actor, brand, { rank, factor_permille: 1000, version: 0 })
    }
}

const blank = {
  brand_rank: null,
  gender: null,
  condition: null,
  season: null,
  attributes: {},
  valid_to: null,
}
const middle = ([from, to]: readonly [number, number]): number => Math.round((from + to) / 200) * 100

/** One for each popular kind of article; what is worth seeing first says so; the rest goes by the rank of the brand. */
async function makeTemplates(
  tx: Tx,
  actor: BusinessActor,
  { brandIds, categoryIds }: DemoWorld,
  { most, from }: { most: number; from: string },
): Promise<void> {
  const once = new Map(kinds.map((kind) => [`${kind.brand} ${kind.category}`, kind]))
  const made = []
  for (const { brand, category, price } of [...once.values()].slice(0, most)) {
    const of = { brand: brandIds.get(brand) ?? null, category: categoryIds.get(category) ?? null }
    const input = { ...blank, ...of, base: middle(price), band_permille: 300, valid_from: from }
    made.push(await createTemplate(tx, actor, input))
  }
  const category = categoryIds.get('アクセサリー') ?? null
  await createTemplate(tx, actor, {
    ...blank,
    brand: null,
    category,
    base: 0,
    band_permille: 0,
    valid_from: from,
  })
  const byRank = { S: 24_000, A: 8_000, B: 4_000, C: 1_800 } as const
  for (const [brand_rank, base] of Object.entries(byRank)) {
    const of = { brand: null, category: categoryIds.get('衣類') ?? null, brand_rank }
    await createTemplate(tx, actor, { ...blank, ...of, base, band_permille: 400, valid_from: from })
  }
  const [first] = made
  if (!first) return
  const { brand, category: kind, base, band_permille } = first
  const newer = { ...blank, brand, category: kind, base: base + 400, band_permille, valid_from: from }
  await replaceTemplate(tx, actor, first.id, newer)
}
