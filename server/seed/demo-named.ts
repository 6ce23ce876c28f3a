// Prices named before the goods are sent: the masters of each dealer, and pre-assessments in every state.

import { addDays, tokyoDate } from '#contract/day'
import { linkNamedPrice, namedPriceOf } from '#server/domains/pre-assessment/accuracy.service'
import { declineEstimate, takeEstimate } from '#server/domains/pre-assessment/estimate.service'
import { sendPreAssessment } from '#server/domains/pre-assessment/link.service'
import {
  createPreAssessment,
  createPreItem,
  readPreAssessment,
} from '#server/domains/pre-assessment/pre-assessment.service'
import { createProspect } from '#server/domains/pre-assessment/prospect.service'
import type { BusinessActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { asCustomer, asWorker } from './demo-actors.ts'
import { instantOf } from './demo-days.ts'
import type { Box, Stage, Step } from './demo-stage.ts'
import { type Article, drawArticle } from './goods.ts'
import { type Dice, dice } from './random.ts'

type Channel = 'counter' | 'phone' | 'line' | 'web'

interface Named {
  actor: BusinessActor
  shop: number
  channel: Channel
  articles: readonly Article[]
  person: { name: string; name_kana: string; phone: string } | null
  note?: string
}

const handReason = '店頭で実物を拝見したため'

/** Who holds the goods in hand names a narrower price than a template. */
function ownPrice({ base, flaws }: Article, die: Dice) {
  const worth = base - flaws.reduce((sum, { amount }) => sum + amount, 0)
  const center = Math.max(500, worth * (0.92 + die.next() * 0.2))
  const round = (yen: number) => Math.floor(yen / 100) * 100
  return { low: round(center * 0.88), high: round(center * 1.12), hand_reason: handReason }
}

/** Enters a pre-assessment as staff do; a draft. */
async function enter(stage: Stage, die: Dice, named: Named): Promise<number> {
  const { db, tools, world, masters } = stage
  const { actor, articles, channel, person } = named
  const conditions = masters.conditions.get(actor.company_id)
  return inTransaction(db, async (tx) => {
    const prospect = person ? await createProspect(tx, actor, { ...person, email: '', note: '' }) : null
    const { id } = await createPreAssessment(
      tx,
      actor,
      { shop: named.shop, channel, prospect: prospect?.id ?? null, note: named.note ?? '' },
      tools,
    )
    for (const article of articles) {
      const condition = conditions?.get(article.grade?.charAt(0) ?? 'C') ?? null
      await createPreItem(
        tx,
        actor,
        id,
        {
          brand: world.brandIds.get(article.kind.brand) ?? null,
          category: world.categoryIds.get(article.kind.category) ?? null,
          gender: article.gender,
          condition,
          season: null,
          ...(channel === 'counter' && article.grade !== null ? ownPrice(article, die) : {}),
        },
        tools,
      )
    }
    return id
  })
}

async function handOut(
  stage: Stage,
  actor: BusinessActor,
  id: number,
  valid_until?: string,
): Promise<string> {
  const { url } = await inTransaction(stage.db, async (tx) => {
    const { version } = await readPreAssessment(tx, actor, id, stage.tools)
    return sendPreAssessment(
      tx,
      actor,
      id,
      { version, by: 'link', valid_until: valid_until ?? null },
      stage.tools,
    )
  })
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

const channels: readonly Channel[] = ['counter', 'phone', 'counter', 'line']

/** The customer asked first, and sends what was named: the draft that the request is made from. */
export async function nameBefore(stage: Stage, box: Box, at: Date) {
  const die = dice(20_261_125 + box.plan.daysAgo)
  const shop = stage.world.shops[box.plan.shop]
  if (!shop) throw new Error(`no shop ${box.plan.shop}`)
  const actor = asWorker(box.staff, new Date(at.getTime() - 5 * 3_600_000))
  const { name, name_kana, phone } = box.customer
  const id = await enter(stage, die, {
    ...{ actor, shop: shop.id, articles: box.articles, person: { name, name_kana, phone } },
    channel: channels[box.plan.daysAgo % channels.length] as Channel,
  })
  const token = await handOut(stage, actor, id)
  const customer = asCustomer(box.customer, new Date(at.getTime() - 600_000))
  const { draft } = await takeEstimate(stage.db, customer, { token }, stage.tools)
  const { version } = await stage.db
    .selectFrom('request_draft')
    .select('version')
    .where('id', '=', draft)
    .executeTakeFirstOrThrow()
  return { id: draft, version }
}

/** At the bench: which article is which row of what was named. */
export async function recognise(stage: Stage, box: Box, at: Date): Promise<void> {
  const actor = asWorker(box.staff, at)
  const items = await stage.db
    .selectFrom('purchase_item')
    .select('slug')
    .where('request_id', '=', box.id)
    .orderBy('seq')
    .execute()
  const taken = new Set<number>()
  for (const { slug } of items) {
    const { candidates } = await namedPriceOf(stage.db, actor, slug)
    const [found] = candidates.filter(({ pre_item }) => !taken.has(pre_item))
    if (!found) continue
    taken.add(found.pre_item)
    await inTransaction(stage.db, (tx) => linkNamedPrice(tx, actor, slug, found.pre_item))
  }
}

interface Plan {
  end: 'draft' | 'sent' | 'accepted' | 'declined' | 'expired'
  daysAgo: number
  worker: string
  shop: number
  channel: Channel
  articles: number
  person: { name: string; name_kana: string; phone: string } | null
  note?: string
}

const person = (name: string, name_kana: string, phone: string) => ({ name, name_kana, phone })
const kawaguchi = person('川口 真理', 'カワグチ マリ', '09055550142')
const onoda = person('小野田 徹', 'オノダ トオル', '0355550187')
const takemoto = person('竹本 恵美', 'タケモト エミ', '08055550163')
const imai = person('今井', 'イマイ', '')

const plans: readonly Plan[] = [
  {
    end: 'draft',
    daysAgo: 0,
    worker: 'staff@aoyama.example',
    shop: 0,
    channel: 'phone',
    articles: 3,
    person: kawaguchi,
    note: '母の着物も見てほしいとのこと。折り返し 15時以降。',
  },
  {
    end: 'draft',
    daysAgo: 1,
    worker: 'harada@aoyama.example',
    shop: 0,
    channel: 'counter',
    articles: 2,
    person: null,
  },
  {
    end: 'sent',
    daysAgo: 1,
    worker: 'staff@aoyama.example',
    shop: 0,
    channel: 'line',
    articles: 4,
    person: onoda,
  },
  {
    end: 'sent',
    daysAgo: 3,
    worker: 'nishino@aoyama.example',
    shop: 0,
    channel: 'counter',
    articles: 1,
    person: imai,
  },
  {
    end: 'sent',
    daysAgo: 6,
    worker: 'staff@umeda.example',
    shop: 1,
    channel: 'phone',
    articles: 5,
    person: takemoto,
  },
  {
    end: 'accepted',
    daysAgo: 2,
    worker: 'staff@aoyama.example',
    shop: 0,
    channel: 'line',
    articles: 2,
    person: null,
  },
  {
    end: 'declined',
    daysAgo: 9,
    worker: 'harada@aoyama.example',
    shop: 0,
    channel: 'phone',
    articles: 2,
    person: takemoto,
    note: 'もう少し着るとのこと。',
  },
  {
    end: 'declined',
    daysAgo: 25,
    worker: 'staff@umeda.example',
    shop: 1,
    channel: 'counter',
    articles: 3,
    person: onoda,
  },
  {
    end: 'expired',
    daysAgo: 30,
    worker: 'staff@aoyama.example',
    shop: 0,
    channel: 'phone',
    articles: 3,
    person: imai,
  },
  {
    end: 'expired',
    daysAgo: 45,
    worker: 'nishino@aoyama.example',
    shop: 0,
    channel: 'line',
    articles: 6,
    person: kawaguchi,
  },
]

/** Pre-assessments that no box of the demo was made from. */
export function namedSteps(stage: Stage): Step[] {
  return plans.map((plan, index) => {
    const die = dice(20_261_150 + index)
    const at = instantOf(addDays(stage.anchor, -plan.daysAgo), `1${die.int(1, 6)}:${die.int(10, 49)}`)
    return { at, run: (now: Date) => play(stage, plan, { die, at: now }) }
  })
}

async function play(stage: Stage, plan: Plan, { die, at }: { die: Dice; at: Date }) {
  const worker = stage.world.workers.get(plan.worker)
  const shop = stage.world.shops.find(({ dealer }) => stage.world.companies[dealer] === worker?.company_id)
  const customer = stage.world.customers[4]
  if (!worker || !shop || !customer) throw new Error(`no ${plan.worker}`)
  const actor = asWorker(worker, at)
  const articles = Array.from({ length: plan.articles }, () =>
    drawArticle(die, { popular: true, sure: true }),
  )
  const { channel, person: who, note } = plan
  const id = await enter(stage, die, {
    ...{ actor, shop: shop.id, channel, articles, person: who },
    ...(note !== undefined && { note }),
  })
  if (plan.end === 'draft') return
  const token = await handOut(stage, actor, id, addDays(tokyoDate(at), 14))
  const later = asCustomer(customer, new Date(at.getTime() + 45 * 60_000))
  if (plan.end === 'declined') await declineEstimate(stage.db, later, { token }, stage.tools)
  if (plan.end === 'accepted') await takeEstimate(stage.db, later, { token }, stage.tools)
}
