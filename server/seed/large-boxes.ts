import type pg from 'pg'
import { requestStatus as S } from '#contract/lifecycle'
import { formatCount } from '#contract/text'
import { termsVersion, type Worker } from './demo-business.ts'
import { type Copier, copying, copyOf } from './large-copy.ts'
import {
  boxOf,
  codeOf,
  isContracted,
  type LargeBox,
  type LargeItem,
  type Plan,
  timesOf,
} from './large-plan.ts'

export interface BoxesInput {
  pool: pg.Pool
  plan: Plan
  companies: readonly number[]
  shops: readonly { id: number }[]
  /** One per dealer. */
  assessors: readonly Worker[]
  brandIds: ReadonlyMap<string, number>
  categoryIds: ReadonlyMap<string, number>
  photo: number
  say: (line: string) => void
}

export interface BoxesOutcome {
  rows: number
  visited: Map<number, boolean>
  identified: Set<number>
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
const dateOf = (time: number): string => new Date(time + 9 * 3_600_000).toISOString().slice(0, 10)
const day = 86_400_000
/** Figures look back a month; the evidence of all articles would double the size of their table. */
const evidenceShown = 90 * day

type Tables = Record<
  | 'request'
  | 'requestBox'
  | 'history'
  | 'consent'
  | 'offer'
  | 'item'
  | 'itemHistory'
  | 'deduction'
  | 'photo'
  | 'parcel',
  Copier
>

export async function loadBoxes(input: BoxesInput): Promise<BoxesOutcome> {
  const { plan } = input
  const statements = {
    request: copyOf('purchase_request', requestColumns),
    requestBox: copyOf('request_box', ['request_id', 'seq', 'box_code', 'arrived_at', 'item_count']),
    history: copyOf('request_history', historyColumns),
    consent: copyOf('consent', consentColumns),
    offer: copyOf('offer', offerColumns),
    item: copyOf('purchase_item', itemColumns),
    itemHistory: copyOf('item_history', itemHistoryColumns),
    deduction: copyOf('deduction', ['item_id', 'position', 'label', 'place', 'amount']),
    photo: copyOf('item_photo', ['item_id', 'request_id', 'file_id', 'kind', 'created_by', 'created_at']),
    parcel: copyOf('return_parcel', [
      ...['request_id', 'carrier', 'tracking_number', 'item_count', 'sent_by', 'sent_at'],
    ]),
  }
  const outcome: BoxesOutcome = { rows: 0, visited: new Map(), identified: new Set() }
  const start = performance.now()
  outcome.rows = await copying(input.pool, statements, async (tables, ready) => {
    for (let index = 0; index < plan.wanted.requests; index++) {
      const box = boxOf(plan, index)
      writeBox(input, tables, box)
      const visit = box.customer * 8 + box.shop
      outcome.visited.set(visit, isContracted(box.status) || (outcome.visited.get(visit) ?? false))
      if (isContracted(box.status) || box.die.chance(0.4))
        outcome.identified.add(box.customer * 4 + box.dealer)
      await ready()
      if ((index + 1) % 50_000 === 0) {
        const rate = Math.round((index + 1) / ((performance.now() - start) / 1000))
        input.say(`    申し込み ${formatCount(index + 1)} 件 (${formatCount(rate)} 件/秒)`)
      }
    }
  })
  return outcome
}

function writeBox(input: BoxesInput, tables: Tables, box: LargeBox): void {
  const times = timesOf(box)
  const staff = input.assessors[box.dealer] as Worker
  const hasAnswered = times.answered !== null
  tables.request.row(requestRow(input, box, times, staff))
  const code = `OKB-${codeOf(box.die, box.index + 1, 12).toUpperCase()}`
  const counted = times.arrived === null || box.items.length === 0 ? null : box.items.length
  tables.requestBox.row([box.id, 1, code, iso(times.arrived), counted])
  writeHistory(tables.history, box, times, staff)
  const application = '査定結果を見て、1点ずつ決めます。お返事をしないまま売却になることはありません。'
  tables.consent.row([
    box.index * 2 + 1,
    box.id,
    null,
    box.customer,
    'application',
    termsVersion,
    application,
    iso(box.created),
  ])
  if (times.offered !== null) {
    const snapshot = box.items.map(({ seq, article }) => ({ seq, name: article.name, price: article.price }))
    const withdrawn =
      box.status === S.REASSESSING || box.status === S.RETURNING ? iso(times.offered + day) : null
    tables.offer.row([
      ...[box.index + 1, box.id, 1, box.total, JSON.stringify(snapshot), staff.id],
      ...[iso(times.offered), iso(deadlineOf(times.offered)), withdrawn],
    ])
  }
  if (hasAnswered) {
    const text = `${box.items.length}点の査定結果にお返事します。`
    tables.consent.row([
      box.index * 2 + 2,
      box.id,
      box.index + 1,
      box.customer,
      'answer',
      '2026-11',
      text,
      iso(times.answered),
    ])
  }
  for (const item of box.items) writeItem(input, tables, box, item, times, staff)
  if (needsPhotos.has(box.status) && times.arrived !== null)
    for (const { id } of box.items)
      tables.photo.row([id, box.id, input.photo, 'assessment', staff.id, iso(times.arrived)])
  const back = box.items.filter(({ status }) => status === 7).length
  if (back > 0)
    tables.parcel.row([box.id, 'YAMATO', parcelOf(box), back, staff.id, iso(times.closed ?? box.created)])
}

const needsPhotos = new Set<number>([S.ASSESSING, S.OFFERED, S.REASSESSING])

const parcelOf = (box: LargeBox): string => `4${String(box.index).padStart(10, '0')}0`

/** About seven business days. */
const deadlineOf = (offered: number): number => Date.parse(`${dateOf(offered + 10 * day)}T23:59:59.999+09:00`)

type Times = ReturnType<typeof timesOf>

function requestRow(input: BoxesInput, box: LargeBox, times: Times, staff: Worker) {
  const last =
    times.closed ?? times.contracted ?? times.answered ?? times.offered ?? times.arrived ?? box.created
  const isBack = box.items.some(({ status }) => status === 7)
  return [
    box.id,
    box.customer,
    input.companies[box.dealer] ?? 0,
    input.shops[box.shop]?.id ?? 0,
    box.status,
    'PICKUP_ONLY',
    'YAMATO',
    dateOf(box.created + 2 * day),
    'AM',
    1,
    Math.max(1, box.items.length),
    'review_each',
    'return',
    termsVersion,
    iso(box.created),
    iso(times.arrived),
    times.arrived === null ? null : box.items.length,
    times.arrived === null || box.status === S.ARRIVED ? null : staff.id,
    times.offered === null ? null : box.total,
    iso(times.offered),
    box.status === S.OFFERED && times.offered !== null ? iso(deadlineOf(times.offered)) : null,
    iso(times.answered),
    iso(times.contracted),
    isBack ? 'YAMATO' : null,
    isBack ? parcelOf(box) : '',
    box.status === S.ABORTED ? 'お取り扱いできない品が含まれていたため' : '',
    // Marks reminders as sent, so that a start does not send thousands.
    box.status === S.OFFERED ? 3 : box.status === S.AWAITING_SHIPMENT ? 1 : 0,
    iso(times.closed),
    iso(box.created),
    iso(last),
    iso(last),
  ]
}
const requestColumns = [
  ...['id', 'customer_id', 'company_id', 'shop_id', 'status', 'delivering_option', 'carrier', 'pickup_date'],
  ...[
    'pickup_time_slot',
    'box_count',
    'item_count',
    'approval_mode',
    'unpriced_policy',
    'terms_version',
    'terms_agreed_at',
  ],
  ...[
    'arrived_at',
    'arrived_item_count',
    'assessor_id',
    'offer_total',
    'offered_at',
    'offer_expires_at',
    'answered_at',
  ],
  ...[
    'contracted_at',
    'return_carrier',
    'return_tracking_number',
    'abort_reason',
    'reminders_sent',
    'closed_at',
  ],
  ...['created_at', 'updated_at', 'changed_at'],
]

const ways: Record<number, readonly number[]> = {
  0: [0],
  1: [0, 1],
  2: [0, 1, 2],
  3: [0, 1, 2, 3],
  4: [0, 4],
  10: [0, 1, 2, 3, 10],
  11: [0, 1, 2, 3, 10, 11],
  12: [0, 1, 2, 3, 10, 11, 12],
  13: [0, 1, 2, 3, 10, 11, 13],
  20: [0, 1, 2, 3, 10, 11, 13, 20],
  21: [0, 1, 2, 3, 10, 11, 13, 20, 21],
  22: [0, 1, 2, 3, 10, 11, 22],
  23: [0, 1, 2, 3, 10, 11, 22, 23],
  24: [0, 1, 2, 3, 10, 24],
}
const customersMoves = new Set([0, 4, 13, 22])
const systemsMoves = new Set([20, 21])

function writeHistory(history: Copier, box: LargeBox, times: Times, staff: Worker): void {
  const when: Record<number, number | null> = {
    0: box.created,
    1: box.created + 0.8 * day,
    2: box.created + 2 * day,
    3: times.arrived,
    10: box.created + 3.5 * day,
    11: times.offered,
    12: box.created + 5.5 * day,
    13: times.answered,
    20: times.contracted,
    22: times.answered,
  }
  let from: number | null = null
  for (const to of ways[box.status] ?? []) {
    const at = when[to] ?? times.closed ?? box.created
    const who = customersMoves.has(to)
      ? ['customer', box.customer, '']
      : systemsMoves.has(to)
        ? ['system', null, '']
        : ['business', staff.id, staff.name]
    history.row([box.id, from, to, ...(who as [string, number | null, string]), iso(at)])
    from = to
  }
}
const historyColumns = [
  'request_id',
  'from_status',
  'to_status',
  'actor_kind',
  'actor_id',
  'actor_name',
  'at',
]
const consentColumns = ['id', 'request_id', 'offer_id', 'customer_id', 'kind', 'text_version', 'text', 'at']
const offerColumns = [
  ...[
    'id',
    'request_id',
    'number',
    'total',
    'snapshot',
    'published_by',
    'published_at',
    'expires_at',
    'withdrawn_at',
  ],
]

function writeItem(
  input: BoxesInput,
  tables: Tables,
  box: LargeBox,
  item: LargeItem,
  times: Times,
  staff: Worker,
): void {
  const { article, status } = item
  const isPriced = status >= 2
  const isSold = [4, 6, 8, 9].includes(status)
  const isBack = status === 5 || status === 7
  const received = times.arrived ?? box.created
  const decided = times.contracted ?? times.answered ?? times.offered ?? received
  tables.item.row([
    item.id,
    codeOf(box.die, item.id, 16),
    box.id,
    input.companies[box.dealer] ?? 0,
    input.shops[box.shop]?.id ?? 0,
    item.seq,
    status,
    isPriced ? article.name : '',
    isPriced ? article.folded : '',
    isPriced ? (input.brandIds.get(article.kind.brand) ?? null) : null,
    isPriced ? (input.categoryIds.get(article.kind.category) ?? null) : null,
    isPriced ? article.gender : null,
    isPriced ? article.color : '',
    isPriced ? article.material : '',
    isPriced ? article.size : '',
    isPriced ? article.grade : null,
    isPriced ? 1 : -1000,
    status >= 8 ? 1 : -1003,
    isPriced ? article.base : null,
    isPriced ? article.deductionTotal : 0,
    isPriced ? article.price : null,
    isPriced && input.plan.now - decided < evidenceShown ? article.evidence : null,
    isPriced ? article.comment : '',
    isSold ? 'sell' : isBack ? 'return' : null,
    isSold ? box.index * 2 + 2 : null,
    isBack ? iso(decided) : null,
    status === 6 || status >= 8 ? iso(decided) : null,
    iso(received),
    iso(decided),
    iso(decided),
  ])
  tables.itemHistory.row([item.id, null, 0, 'business', staff.id, staff.name, null, iso(received)])
  if (!isPriced) return
  for (const [position, flaw] of article.flaws.entries()) {
    tables.deduction.row([item.id, position, flaw.label, flaw.place, flaw.amount])
  }
  tables.itemHistory.row([
    item.id,
    1,
    2,
    'business',
    staff.id,
    staff.name,
    article.price,
    iso(received + day),
  ])
}
const itemColumns = [
  ...[
    'id',
    'slug',
    'request_id',
    'company_id',
    'shop_id',
    'seq',
    'status',
    'name',
    'name_folded',
    'brand_id',
    'category_id',
  ],
  ...[
    'gender',
    'color',
    'material',
    'size',
    'grade',
    'authenticity',
    'sales_channel',
    'base_price',
    'deduction_total',
  ],
  ...[
    'price',
    'evidence',
    'comment',
    'decision',
    'consent_id',
    'refused_at',
    'purchased_at',
    'created_at',
    'updated_at',
    'changed_at',
  ],
]
const itemHistoryColumns = [
  'item_id',
  'from_status',
  'to_status',
  'actor_kind',
  'actor_id',
  'actor_name',
  'price',
  'at',
]
