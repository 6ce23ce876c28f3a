// Demo boxes as timed steps, performed by the real services.

import { addDays, tokyoDate } from '#contract/day'
import { type RequestStatus, requestStatus as S } from '#contract/lifecycle'
import { kitPlan } from '#contract/request-kit'
import { answerOffer, secondLook } from '#server/domains/assessment/assessment.answer'
import { publish } from '#server/domains/assessment/assessment.service'
import { rescindByCustomer } from '#server/domains/deal/deal.rescind'
import { updateByStaff } from '#server/domains/purchase-request/purchase-request.biz'
import { holdRequest } from '#server/domains/purchase-request/purchase-request.hold'
import { markKitsSent } from '#server/domains/purchase-request/purchase-request.kit-sending'
import { objectToCount } from '#server/domains/purchase-request/purchase-request.objection'
import { receiveBoxes } from '#server/domains/purchase-request/purchase-request.receive'
import {
  cancelRequest,
  createRequest,
  type RequestInput,
  wantBack,
} from '#server/domains/purchase-request/purchase-request.service'
import { isHoliday } from '#server/platform/calendar'
import { asCustomer, asWorker } from './demo-actors.ts'
import { assess, explainLowPrices } from './demo-assess.ts'
import { termsVersion, type Worker } from './demo-business.ts'
import type { DemoCustomer } from './demo-customers.ts'
import { instantOf } from './demo-days.ts'
import { nameBefore, recognise } from './demo-named.ts'
import type { BoxPlan } from './demo-plan.ts'
import type { Box, Stage, Step } from './demo-stage.ts'
import { secondLookReasons } from './demo-texts.ts'
import { drawArticle } from './goods.ts'
import { type Dice, dice } from './random.ts'

const once = (call: string) => ({ call, key: undefined, body: null })

export function stepsOfBox(stage: Stage, plan: BoxPlan, customer: DemoCustomer): Step[] {
  const { die, anchor } = stage
  const drawn = Array.from({ length: plan.articles ?? die.int(3, 8) }, () =>
    drawArticle(die, { popular: die.chance(0.8), sure: plan.sure ?? false }),
  )
  const watch = () => drawArticle(dice(20_261_124), { shape: 'watch', sure: true })
  const articles = plan.hasWatch ? drawn.with(2, watch()) : drawn
  const box: Box = { plan, customer, staff: staffOf(stage, plan), articles, id: 0 }
  const journey = journeyOf(plan)
  const length = journey.at(-1)?.[0] ?? 0
  const first = addDays(anchor, -(plan.daysAgo + length))
  let earliest = new Date(0)
  return journey.map(([day, act]) => {
    const isCustomers = ['apply', 'answer', 'ship', 'second_look', 'cancel', 'return_all'].includes(act)
    const time = isCustomers ? [die.int(18, 22), die.int(0, 59)] : [die.int(10, 12), die.int(0, 59)]
    const wished = instantOf(addDays(first, day), time.map((part) => String(part).padStart(2, '0')).join(':'))
    const at = wished > earliest ? wished : new Date(earliest.getTime() + die.int(35, 70) * 60_000)
    earliest = at
    return { at, run: (now: Date) => acts[act](stage, box, now) }
  })
}

function staffOf({ world, die }: Stage, plan: BoxPlan): Worker {
  const dealer = world.shops[plan.shop]?.dealer ?? 0
  const names = [
    ['staff@aoyama.example', 'staff@aoyama.example', 'harada@aoyama.example', 'nishino@aoyama.example'],
    ['staff@umeda.example'],
    ['staff@sakae.example'],
  ][dealer] as string[]
  return world.workers.get(die.pick(names)) as Worker
}

type Act = keyof typeof acts

function journeyOf(plan: BoxPlan): [day: number, act: Act][] {
  const sent: [number, Act][] = [
    [0, 'apply'],
    [1, plan.kit && !plan.kitWaits ? 'send_kit' : 'arrange'],
    [plan.kit ? 6 : 2, plan.bySelf ? 'ship' : 'collect'],
    [plan.kit ? 7 : 3, 'receive'],
  ]
  const offered: [number, Act][] = [...sent, [4, 'start'], [4, 'assess'], [5, 'publish']]
  const decided: [number, Act][] = [...offered, [7, plan.auto ? 'nothing' : 'answer']]
  switch (plan.status) {
    case S.APPLIED:
      return sent.slice(0, 1)
    case S.AWAITING_SHIPMENT:
      return sent.slice(0, 2)
    case S.IN_TRANSIT:
      return sent.slice(0, 3)
    case S.ARRIVED:
      return plan.declared ? [...sent, [3, 'object']] : sent
    case S.CANCELED:
      return plan.silent ? [...sent.slice(0, 2), [24, 'nothing']] : [sent[0] as [number, Act], [1, 'cancel']]
    case S.ASSESSING:
      return [...sent, [4, 'start'], [4, plan.assessed ? 'assess' : 'assess_half']]
    case S.OFFERED:
      return offered
    case S.REASSESSING:
      return [...offered, [6, plan.silent ? 'reopen' : 'second_look']]
    case S.ANSWERED:
      return plan.held ? [...decided, [8, 'hold']] : decided
    case S.CONTRACTED:
      return decided
    case S.COMPLETED:
      return [...decided, ...(plan.sure ? [] : sendBack)]
    case S.RETURNING:
      if (plan.rescinds) return [...decided, [8, 'rescind']]
      if (plan.silent) return [...offered, [17, 'nothing']]
      return plan.sells ? [...decided, [8, 'book_return']] : [...offered, [7, 'return_all']]
    case S.RETURNED:
      return [...offered, [7, 'return_all'], [9, 'finish_return']]
    default:
      return [...sent, [4, 'start'], [5, 'abort']]
  }
}
const sendBack: [number, Act][] = [
  [8, 'book_return'],
  [9, 'finish_return'],
]

async function versionOf(stage: Stage, box: Box): Promise<number> {
  const row = await stage.db
    .selectFrom('purchase_request')
    .select('version')
    .where('id', '=', box.id)
    .executeTakeFirstOrThrow()
  return row.version
}

async function move(
  stage: Stage,
  box: Box,
  at: Date,
  status: RequestStatus,
  more: Record<string, unknown> = {},
) {
  const version = await versionOf(stage, box)
  await updateByStaff(stage.db, asWorker(box.staff, at), box.id, { status, version, ...more }, stage.tools)
}

/** Eleven digits and their remainder modulo seven. */
function parcelNumber(die: Dice): string {
  const digits = die.int(30_000_000_000, 49_999_999_999)
  return `${digits}${digits % 7}`
}

const acts = {
  nothing: async () => undefined,

  async apply(stage: Stage, box: Box, at: Date) {
    const { plan } = box
    const shop = stage.world.shops[plan.shop]
    if (!shop) throw new Error(`no shop ${plan.shop}`)
    const input: RequestInput = {
      shop: shop.id,
      box_count: box.articles.length > 6 ? 2 : 1,
      item_count: plan.declared ?? box.articles.length,
      note: plan.note ?? '',
      approval_mode: plan.auto ? 'auto_accept_all' : 'review_each',
      auto_accept_amount: plan.auto ? 5000 : null,
      unpriced_policy: plan.sure ? 'dispose' : 'return',
      agreed_terms: termsVersion,
      kit_size: plan.kit ?? null,
      ...(plan.bySelf
        ? { delivering_option: 'SELF_ONLY', carrier: plan.kit ? 'YAMATO' : 'SAGAWA' }
        : {
            delivering_option: 'PICKUP_ONLY',
            pickup_date: plan.kit
              ? addDays(kitPlan('YAMATO', tokyoDate(at), isHoliday).expectedOn, 3)
              : addDays(tokyoDate(at), plan.pickupIn ?? 2),
            pickup_time_slot: stage.die.pick(['AM', '14-16', '16-18', '18-21']),
          }),
    }
    const actor = asCustomer(box.customer, at)
    const draft = plan.named ? await nameBefore(stage, box, at) : undefined
    const written = { ...input, ...(draft && { draft }) }
    box.id = (
      await createRequest(stage.db, actor, written, once('POST /api/purchase_requests/'), stage.tools)
    ).id
  },

  arrange: (stage: Stage, box: Box, at: Date) => move(stage, box, at, S.AWAITING_SHIPMENT),

  async send_kit(stage: Stage, box: Box, at: Date) {
    await acts.arrange(stage, box, at)
    const kit = { request: box.id, tracking_number: parcelNumber(stage.die) }
    await markKitsSent(stage.db, asWorker(box.staff, at), [kit])
  },

  ship: (stage: Stage, box: Box, at: Date) =>
    move(stage, box, at, S.IN_TRANSIT, { carrier: 'SAGAWA', tracking_number: parcelNumber(stage.die) }),

  collect: (stage: Stage, box: Box, at: Date) =>
    move(stage, box, at, S.IN_TRANSIT, { carrier: 'YAMATO', tracking_number: parcelNumber(stage.die) }),

  async receive(stage: Stage, box: Box, at: Date) {
    const actor = asWorker(box.staff, at)
    const counted = {
      item_count: box.articles.length,
      weight_g: 600 + box.articles.length * stage.die.int(380, 620),
    }
    const version = await versionOf(stage, box)
    await receiveBoxes(stage.db, actor, box.id, { ...counted, version }, once('receive'), stage.tools)
    await stage.db
      .insertInto('item_photo')
      .values(
        [0, 1].map((place) => ({
          request_id: box.id,
          file_id: stage.photos.box(box.id + place),
          kind: 'opening',
          caption: place === 0 ? '開封時' : '取り出し前',
          position: place,
          created_by: box.staff.id,
          created_at: at.toISOString(),
        })),
      )
      .execute()
  },

  async object(stage: Stage, box: Box, at: Date) {
    const text = `${box.plan.declared}点入れました。小さいポーチの中もご確認いただけますか。`
    await objectToCount(stage.db, asCustomer(box.customer, at), box.id, { text }, stage.tools)
  },

  start: (stage: Stage, box: Box, at: Date) => move(stage, box, at, S.ASSESSING),
  assess: (stage: Stage, box: Box, at: Date) => assess(stage, box, at, box.articles.length),
  assess_half: (stage: Stage, box: Box, at: Date) =>
    assess(stage, box, at, Math.ceil(box.articles.length / 2)),

  async publish(stage: Stage, box: Box, at: Date) {
    if (box.plan.named) await recognise(stage, box, at)
    await explainLowPrices(stage, box, at)
    const version = await versionOf(stage, box)
    await publish(stage.db, asWorker(box.staff, at), box.id, { version }, stage.tools)
  },

  async answer(stage: Stage, box: Box, at: Date) {
    const actor = asCustomer(box.customer, at)
    const items = await stage.db
      .selectFrom('purchase_item')
      .select(['slug', 'status'])
      .where('request_id', '=', box.id)
      .orderBy('seq')
      .execute()
    const priced = items.filter((item) => item.status === 2)
    const kept = box.plan.sure || priced.length < 2 ? undefined : priced.at(-1)?.slug
    const decisions = priced.map(({ slug }) => ({
      slug,
      decision: slug === kept ? ('return' as const) : ('sell' as const),
    }))
    await answerOffer(stage.db, actor, box.id, { decisions }, stage.tools)
  },

  async return_all(stage: Stage, box: Box, at: Date) {
    await answerOffer(stage.db, asCustomer(box.customer, at), box.id, { decision_all: 'return' }, stage.tools)
  },

  async second_look(stage: Stage, box: Box, at: Date) {
    const reason = stage.die.pick(secondLookReasons)
    const { slug } = await stage.db
      .selectFrom('purchase_item')
      .select('slug')
      .where('request_id', '=', box.id)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirstOrThrow()
    const asked = { reason, items: [slug] }
    await secondLook(stage.db, asCustomer(box.customer, at), box.id, asked, stage.tools)
  },

  reopen: (stage: Stage, box: Box, at: Date) =>
    move(stage, box, at, S.REASSESSING, { reason: '付属品の見落としがあったため' }),

  cancel: (stage: Stage, box: Box, at: Date) => cancelRequest(stage.db, asCustomer(box.customer, at), box.id),

  async want_back(stage: Stage, box: Box, at: Date) {
    await wantBack(stage.db, asCustomer(box.customer, at), box.id, '', stage.tools)
  },

  async rescind(stage: Stage, box: Box, at: Date) {
    const { slug } = await stage.db
      .selectFrom('purchase_item')
      .select('slug')
      .where('request_id', '=', box.id)
      .where('status', '=', 6)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirstOrThrow()
    const taken = { slugs: [slug], reason: '家族が使うことになったため' }
    await rescindByCustomer(
      stage.db,
      asCustomer(box.customer, at),
      box.id,
      taken,
      once('rescind'),
      stage.tools,
    )
  },

  book_return: (stage: Stage, box: Box, at: Date) => move(stage, box, at, S.RETURNING),

  async finish_return(stage: Stage, box: Box, at: Date) {
    const packed = await stage.db
      .selectFrom('purchase_item')
      .select('id')
      .where('request_id', '=', box.id)
      .where('status', '=', 5)
      .execute()
    await move(stage, box, at, box.plan.status === S.COMPLETED ? S.COMPLETED : S.RETURNED, {
      carrier: 'YAMATO',
      tracking_number: parcelNumber(stage.die),
      parcel_count: packed.length,
    })
  },

  abort: (stage: Stage, box: Box, at: Date) =>
    move(stage, box, at, S.ABORTED, {
      reason: 'お取り扱いできない品が含まれていたため、お店からご連絡します',
    }),

  async hold(stage: Stage, box: Box, at: Date) {
    const slug = await stage.db
      .selectFrom('purchase_item')
      .select('slug')
      .where('request_id', '=', box.id)
      .where('status', '=', 4)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirstOrThrow()
    const input = {
      kind: 'stolen_notice' as const,
      reason: '品触れ(第2026-118号)に記載の特徴と似ているため、警察署に照会しています。',
      slug: slug.slug,
    }
    await holdRequest(stage.db, asWorker(box.staff, at), box.id, input, once('demo hold'))
  },
}
