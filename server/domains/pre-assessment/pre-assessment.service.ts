import { sql } from 'kysely'
import type { CallBody, CallQuery } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { allocate, yen } from '#contract/money'
import {
  type preAssessmentCalls as calls,
  findPreAssessmentMove,
  mostPreItems,
  type PreAssessmentState,
  preAssessmentMoves,
} from '#contract/pre-assessment'
import { recordActivity } from '#server/domains/activity/activity.service'
import { currentBrand } from '#server/domains/catalogue/catalogue.service'
import { requireOwnShop } from '#server/domains/company/company.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { paginate } from '#server/platform/paging'
import { pictureOf } from '#server/platform/picture'
import { invalidField, notFound, Refusal, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { operatorRows } from './master.queries.ts'
import {
  countPreAssessments,
  type PreAssessmentRow,
  type PreItemRow,
  preAssessmentRow,
  preAssessmentRows,
  preItemRows,
} from './pre-assessment.queries.ts'
import { type GivenArticle, type Named, namePrices } from './price.service.ts'
import { prospectRow } from './prospect.queries.ts'
import { attributesOf } from './template.rules.ts'

type Keys = Pick<Tools, 'keys'>

const totalOf = ({ low, center, high, priced, unpriced }: PreAssessmentRow) => ({
  low,
  center,
  high,
  priced,
  unpriced,
})

export async function listPreAssessments(
  db: Db,
  actor: BusinessActor,
  { page, size, ...filter }: CallQuery<typeof calls.assessments>,
) {
  return paginate(
    { page, size },
    () => countPreAssessments(db, actor, filter),
    async (window) =>
      (await preAssessmentRows(db, actor, filter, window)).map((row) => ({ ...row, total: totalOf(row) })),
  )
}

export const preItemShown = (row: PreItemRow, at: Date, tools: Keys) => ({
  ...row,
  steps: row.explanation.steps as never[],
  reason: row.explanation.reason,
  past: null,
  drift_permille: null,
  photos: row.photos.map((photo) => pictureOf({ ...photo, kind: 'pre_assessment', caption: '' }, at, tools)),
})

export async function readPreAssessment(db: Db, actor: BusinessActor, id: number, tools: Keys) {
  const row = await preAssessmentRow(db, actor, id)
  if (!row) throw notFound()
  const [items, prospect] = await Promise.all([
    preItemRows(db, id),
    row.prospect === null ? undefined : prospectRow(db, actor, row.prospect),
  ])
  return {
    ...row,
    total: totalOf(row),
    prospect_detail: prospect ?? null,
    items: items.map((item) => preItemShown(item, actor.at, tools)),
    allowed_transitions: preAssessmentMoves
      .filter(({ from, by }) => from === row.state && by.includes('staff'))
      .map(({ to, label }) => ({ to, label })),
  }
}

export const preAssessmentExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await preAssessmentRow(db, actor, id)) !== undefined

type Input = Omit<CallBody<typeof calls.createAssessment>, 'state'>

async function shopFor(tx: Tx, actor: BusinessActor, shop: number | undefined): Promise<number> {
  if (shop !== undefined) {
    await requireOwnShop(tx, actor, shop)
    return shop
  }
  const { rows } = await sql<{ id: number }>`
    select s.id from shop s where s.company_id = ${actor.company_id}
      and (${actor.shop_ids}::bigint[] is null or s.id = any(${actor.shop_ids}::bigint[])) limit 2`.execute(
    tx,
  )
  const [only, other] = rows
  if (!only || other) throw invalidField('shop', '店舗を選んでください。')
  return only.id
}

async function checkPeople(tx: Tx, actor: BusinessActor, { prospect, operator }: Input): Promise<void> {
  if (prospect && !(await prospectRow(tx, actor, prospect))) throw unknownKey('prospect', prospect)
  if (operator && !(await operatorRows(tx, actor)).some(({ id }) => id === operator))
    throw unknownKey('operator', operator)
}

export const recordPreAssessment = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'send' | 'move' | 'remove' | 'hand_over',
  id: number,
  detail: Record<string, unknown> = {},
): Promise<void> =>
  recordActivity(tx, actor, {
    action: `pre_assessment.${act}`,
    object_type: 'pre_assessment',
    object_id: id,
    detail,
  })

export async function createPreAssessment(tx: Tx, actor: BusinessActor, input: Input, tools: Keys) {
  await checkPeople(tx, actor, input)
  const shop = await shopFor(tx, actor, input.shop)
  const at = actor.at.toISOString()
  const { id } = await tx
    .insertInto('pre_assessment')
    .values({
      company_id: actor.company_id,
      shop_id: shop,
      channel: input.channel ?? 'counter',
      prospect_id: input.prospect ?? null,
      operator_id: input.operator ?? actor.business_user_id,
      note: input.note ?? '',
      valid_until: input.valid_until ?? null,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordPreAssessment(tx, actor, 'create', id)
  return readPreAssessment(tx, actor, id, tools)
}

/** Its lock is also that of its articles. */
export async function lockPreAssessment(tx: Tx, actor: BusinessActor, id: number): Promise<PreAssessmentRow> {
  const found = await preAssessmentRow(tx, actor, id)
  if (!found) throw notFound()
  await tx.selectFrom('pre_assessment').select('id').where('id', '=', id).forUpdate().execute()
  const row = await preAssessmentRow(tx, actor, id)
  if (!row) throw notFound()
  return row
}

export async function changePreAssessment(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, state, ...input }: CallBody<typeof calls.updateAssessment>,
  tools: Keys,
) {
  const before = await lockPreAssessment(tx, actor, id)
  if (before.version !== version) throw staleVersion(await readPreAssessment(tx, actor, id, tools))
  await checkPeople(tx, actor, input)
  if (input.shop !== undefined) await requireOwnShop(tx, actor, input.shop)
  const to = state ?? before.state
  if (to !== before.state) checkMove(before, to)
  if (before.state !== 'draft' && changesWhatWasNamed(before, input)) throw handedOut()
  const today = tokyoDate(actor.at)
  if (input.valid_until && input.valid_until < today)
    throw invalidField('valid_until', '今日かそのあとの日を選んでください。')
  await tx
    .updateTable('pre_assessment')
    .set({
      ...(input.shop !== undefined && { shop_id: input.shop }),
      ...(input.channel !== undefined && { channel: input.channel }),
      ...(input.prospect !== undefined && { prospect_id: input.prospect }),
      // The customer who took it before is not the new prospect.
      ...(input.prospect !== undefined && input.prospect !== before.prospect && { customer_id: null }),
      ...(input.operator !== undefined && { operator_id: input.operator }),
      ...(input.note !== undefined && { note: input.note }),
      ...(input.valid_until !== undefined && { valid_until: input.valid_until }),
      ...(to !== before.state && { state: to, ended_at: to === 'draft' ? null : actor.at.toISOString() }),
      version: sql`version + 1`,
      updated_at: actor.at.toISOString(),
    })
    .where('id', '=', id)
    .execute()
  if (to !== before.state) {
    if (to === 'draft') await revokeLinks(tx, id, actor.at)
    await recordPreAssessment(tx, actor, 'move', id, { pre_state: to })
  }
  return readPreAssessment(tx, actor, id, tools)
}

/** Who named it, to whom and until when stands with what was handed out; the note is for the shop. */
const changesWhatWasNamed = (before: PreAssessmentRow, input: Omit<Input, 'note'>): boolean =>
  (['shop', 'channel', 'prospect', 'operator', 'valid_until'] as const).some(
    (field) => input[field] !== undefined && input[field] !== before[field],
  )

const handedOut = (): Refusal =>
  refuse('illegal_transition', {
    message: 'お客さまにお渡しした事前査定です。「内容を直す」を押してから変更してください。',
    field: 'non_field_errors',
  })

function checkMove(before: PreAssessmentRow, to: PreAssessmentState): void {
  const hasOwnCall = to === 'sent' || to === 'accepted'
  if (hasOwnCall || !findPreAssessmentMove(before.state, to, 'staff')) throw refuse('illegal_transition')
}

/** What is corrected is not what the customer holds: an old link shows nothing any more. */
export async function revokeLinks(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('pre_assessment_link')
    .set({ revoked_at: at.toISOString() })
    .where('pre_assessment_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Only a draft: what was handed out stays. Its photos are dropped by the job that finds files without an owner. */
export async function removePreAssessment(tx: Tx, actor: BusinessActor, id: number): Promise<void> {
  const row = await lockPreAssessment(tx, actor, id)
  if (row.state !== 'draft' || row.sent_at !== null) throw refuse('illegal_transition')
  await dropPreAssessments(tx, [id])
  await recordPreAssessment(tx, actor, 'remove', id)
}

/** With their articles. */
export async function dropPreAssessments(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('pre_assessment_item').where('pre_assessment_id', 'in', ids).execute()
  await tx.deleteFrom('pre_assessment').where('id', 'in', ids).execute()
}

export async function listPreItems(
  db: Db,
  actor: BusinessActor,
  id: number,
  query: CallQuery<typeof calls.items>,
  tools: Keys,
) {
  if (!(await preAssessmentExists(db, actor, id))) throw notFound()
  const all = await preItemRows(db, id)
  return paginate(
    query,
    async () => all.length,
    async ({ limit, offset }) =>
      all.slice(offset, offset + limit).map((item) => preItemShown(item, actor.at, tools)),
  )
}

async function preItemOf(db: Db, preAssessment: number, id: number): Promise<PreItemRow> {
  const [row] = await preItemRows(db, preAssessment, { id })
  if (!row) throw notFound()
  return row
}

export async function readPreItem(db: Db, actor: BusinessActor, of: number, id: number, tools: Keys) {
  if (!(await preAssessmentExists(db, actor, of))) throw notFound()
  return preItemShown(await preItemOf(db, of, id), actor.at, tools)
}

export const preItemExists = async (db: Db, actor: BusinessActor, of: number, id: number): Promise<boolean> =>
  (await preAssessmentExists(db, actor, of)) && (await preItemRows(db, of, { id })).length > 0

async function lockDraft(tx: Tx, actor: BusinessActor, id: number): Promise<PreAssessmentRow> {
  const row = await lockPreAssessment(tx, actor, id)
  if (row.state !== 'draft') throw handedOut()
  return row
}

type ItemInput = CallBody<typeof calls.createItem>

/** Prices are found anew at each write; one set by hand is kept as it was set. */
async function itemColumns(tx: Tx, actor: BusinessActor, input: ItemInput) {
  const brand = input.brand ? await currentBrand(tx, input.brand) : null
  if (brand === undefined) throw unknownKey('brand', input.brand)
  const given = { ...input, brand }
  const named = await nameOne(tx, actor, given)
  const { low, high } = input
  const isByHand = low != null || high != null
  const price = isByHand ? handPrice(input, named) : named
  return {
    brand_id: brand,
    brand_text: brand === null ? (input.brand_text ?? '') : '',
    category_id: input.category ?? null,
    gender: input.gender ?? null,
    status_id: input.condition ?? null,
    season_id: input.season ?? null,
    attributes: JSON.stringify(attributesOf(input.attributes ?? {})),
    count: input.count ?? 1,
    note: input.note ?? '',
    template_id: named.template,
    explanation: JSON.stringify({ steps: price.steps, reason: price.reason }),
    ...{ low: price.low, center: price.center, high: price.high },
    hand_reason: isByHand ? (input.hand_reason ?? '') : '',
    updated_at: actor.at.toISOString(),
  }
}

/** A wrong reference stands under its own field: there is one article. */
async function nameOne(tx: Tx, actor: BusinessActor, given: GivenArticle): Promise<Named> {
  try {
    const [named] = await namePrices(tx, actor.company_id, [given], {
      day: tokyoDate(actor.at),
      at: actor.at,
    })
    if (!named) throw new Error('one article has one price')
    return named
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [fields] = (error.body.articles as Record<string, unknown>[] | undefined) ?? []
    throw fields ? new Refusal('invalid', 400, fields) : error
  }
}

function handPrice({ low, high, hand_reason }: ItemInput, named: Named) {
  if (low == null || high == null)
    throw invalidField(low == null ? 'low' : 'high', '下限と上限の両方を入力してください。')
  if (low > high) throw invalidField('high', '上限は下限以上の金額にしてください。')
  const isOutside = named.low === null || named.high === null || low < named.low || high > named.high
  if (isOutside && (hand_reason ?? '') === '')
    throw refuse('guard_failed', {
      message: 'テンプレートの幅から外れる金額には、理由を入力してください。',
      field: 'hand_reason',
    })
  const [center = yen(0)] = allocate(yen(low + high), [1, 1])
  return {
    ...{ low, center, high, reason: null },
    steps: [...named.steps, { step: 'hand' as const, label: '手で決めた幅', low, high }],
  }
}

const touch = (tx: Tx, id: number, at: Date) =>
  tx
    .updateTable('pre_assessment')
    .set({ version: sql`version + 1`, updated_at: at.toISOString() })
    .where('id', '=', id)
    .execute()

export async function createPreItem(tx: Tx, actor: BusinessActor, of: number, input: ItemInput, tools: Keys) {
  await lockDraft(tx, actor, of)
  const items = await preItemRows(tx, of)
  if (items.length >= mostPreItems)
    throw refuse('guard_failed', { message: `1件の事前査定に入れられるのは${mostPreItems}行までです。` })
  const { id } = await tx
    .insertInto('pre_assessment_item')
    .values({
      pre_assessment_id: of,
      position: (items.at(-1)?.position ?? -1) + 1,
      ...(await itemColumns(tx, actor, input)),
      created_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touch(tx, of, actor.at)
  return preItemShown(await preItemOf(tx, of, id), actor.at, tools)
}

const asInput = (row: PreItemRow): ItemInput => ({
  brand: row.brand,
  brand_text: row.brand === null ? row.brand_name : '',
  category: row.category,
  gender: row.gender,
  condition: row.condition,
  season: row.season,
  attributes: row.attributes,
  count: row.count,
  note: row.note,
  ...(row.explanation.steps.some(({ step }) => step === 'hand')
    ? { low: row.low, high: row.high, hand_reason: row.hand_reason }
    : {}),
})

/** `isWhole`: what is not named is blank; otherwise it stays. */
export async function changePreItem(
  tx: Tx,
  actor: BusinessActor,
  { of, id }: { of: number; id: number },
  { version, ...input }: CallBody<typeof calls.updateItem>,
  tools: Keys,
  isWhole = false,
) {
  await lockDraft(tx, actor, of)
  const before = await preItemOf(tx, of, id)
  if (before.version !== version) throw staleVersion(preItemShown(before, actor.at, tools))
  const merged = isWhole ? input : { ...asInput(before), ...input }
  await tx
    .updateTable('pre_assessment_item')
    .set({ ...(await itemColumns(tx, actor, merged)), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await touch(tx, of, actor.at)
  return preItemShown(await preItemOf(tx, of, id), actor.at, tools)
}

export async function removePreItem(tx: Tx, actor: BusinessActor, of: number, id: number): Promise<void> {
  await lockDraft(tx, actor, of)
  await preItemOf(tx, of, id)
  await tx.deleteFrom('pre_assessment_item').where('id', '=', id).execute()
  await touch(tx, of, actor.at)
}
