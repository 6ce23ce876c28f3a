import type * as z from 'zod'
import type { CallBody } from '#contract/call'
import { type declaredListCalls as calls, type draftKey, mostDeclaredItems } from '#contract/declared-list'
import { requireOpenAccount } from '#server/domains/account/open-account.service'
import type { CustomerActor } from '#server/platform/actor'
import { daysAfter } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import {
  begunWords,
  type DraftRow,
  draftNote,
  lockedDraft,
  lockedOwnList,
  ownDraft,
  preAssessmentsIn,
} from './declared-list.queries.ts'
import { createList, dropList, shownList } from './declared-list.service.ts'

export { draftNote }

const daysKept = 30

type Keys = Pick<Tools, 'keys'>

async function shown(db: Db | Tx, { list_id, ...draft }: DraftRow, at: Date, tools: Keys) {
  const declared = await shownList(db, list_id, at, tools)
  if (!declared) throw new Error('a draft without a list')
  return { ...draft, declared }
}

export async function getDraft(db: Db, actor: CustomerActor, tools: Keys) {
  const draft = await ownDraft(db, actor.customer_id, actor.at)
  return draft ? shown(db, draft, actor.at, tools) : null
}

/** Every change gives it another month. */
const dates = (at: Date) => ({
  updated_at: at.toISOString(),
  expires_at: daysAfter(at, daysKept).toISOString(),
})

const isLive = ({ expires_at }: DraftRow, at: Date): boolean => new Date(expires_at) > at

export async function beginDraft(
  db: Db,
  actor: CustomerActor,
  { fields, step }: CallBody<typeof calls.beginDraft>,
  tools: Tools,
) {
  const { customer_id, at } = actor
  if (customer_id === null) throw refuse('customer_incomplete')
  return inTransaction(db, async (tx) => {
    await requireOpenAccount(tx, actor)
    const old = await lockedDraft(tx, customer_id)
    if (old && isLive(old, at)) throw staleVersion(await shown(tx, old, at, tools))
    if (old) await dropDraft(tx, old, at)
    const row = {
      customer_id,
      list_id: await createList(tx, customer_id, at),
      fields: JSON.stringify(fields),
      step,
      created_at: at.toISOString(),
      ...dates(at),
    }
    const made = await tx
      .insertInto('request_draft')
      .values(row)
      .onConflict((on) => on.column('customer_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    const draft = await lockedDraft(tx, customer_id)
    if (!draft) throw new Error('no draft was made')
    // Another device was faster; the list made here is rolled back.
    if (!made) throw staleVersion(await shown(tx, draft, at, tools))
    return shown(tx, draft, at, tools)
  })
}

async function ownLocked(tx: Tx, actor: CustomerActor, id: number): Promise<DraftRow | undefined> {
  const draft = await lockedDraft(tx, actor.customer_id)
  return draft?.id === id && isLive(draft, actor.at) ? draft : undefined
}

export const draftExists = async (db: Db, actor: CustomerActor, id: number): Promise<boolean> =>
  (await ownDraft(db, actor.customer_id, actor.at))?.id === id

export async function saveDraft(
  db: Db,
  actor: CustomerActor,
  id: number,
  { fields, step, version }: CallBody<typeof calls.saveDraft>,
  tools: Tools,
) {
  return inTransaction(db, async (tx) => {
    const draft = await ownLocked(tx, actor, id)
    if (!draft) throw notFound()
    if (draft.version !== version) throw staleVersion(await shown(tx, draft, actor.at, tools))
    await tx
      .updateTable('request_draft')
      .set({ fields: JSON.stringify(fields), step, version: version + 1, ...dates(actor.at) })
      .where('id', '=', id)
      .execute()
    const saved = await ownLocked(tx, actor, id)
    if (!saved) throw notFound()
    return shown(tx, saved, actor.at, tools)
  })
}

export async function removeDraft(db: Db, actor: CustomerActor, id: number, tools: Tools): Promise<void> {
  const keys = await inTransaction(db, async (tx) => {
    const draft = await ownLocked(tx, actor, id)
    if (!draft) throw notFound()
    return dropDraft(tx, draft, actor.at)
  })
  await discardNow(db, keys, tools)
}

export async function dropDraft(tx: Tx, { id, list_id }: DraftRow, at: Date): Promise<string[]> {
  await tx.deleteFrom('request_draft').where('id', '=', id).execute()
  return giveUpList(tx, list_id, at)
}

/** Drops a list that becomes no request, and queues the reopening of the pre-assessments that had filled it. */
async function giveUpList(tx: Tx, list: number, at: Date): Promise<string[]> {
  const pre_assessments = await preAssessmentsIn(tx, list)
  if (pre_assessments.length > 0) await addJob(tx, 'pre-assessment.given_up', { pre_assessments })
  return dropList(tx, list, at)
}

/** With the account: nobody comes back to it. The files go with the jobs of this transaction. */
export async function forgetDraft(tx: Tx, customer: number, at: Date): Promise<void> {
  const draft = await lockedDraft(tx, customer)
  if (draft) await dropDraft(tx, draft, at)
}

/**
 * Ends the draft as its request is made, and hands over its list: null when it is empty. Of two devices that send the same
 * draft, the second one finds it ended.
 */
export async function takeDraft(
  tx: Tx,
  actor: CustomerActor,
  key: z.output<typeof draftKey>,
  tools: Keys,
): Promise<number | null> {
  const draft = await ownLocked(tx, actor, key.id)
  if (!draft) throw refuse('draft_ended')
  // A row that is being entered is waited for, and goes along.
  await lockedOwnList(tx, actor.customer_id, draft.list_id)
  const current = await shown(tx, draft, actor.at, tools)
  if (draft.version !== key.version) throw staleVersion(current)
  await tx.deleteFrom('request_draft').where('id', '=', draft.id).execute()
  if (current.declared.items.length > 0) return draft.list_id
  await giveUpList(tx, draft.list_id, actor.at)
  return null
}

interface Added {
  shop: number
  /** What may go if it leads to another shop. */
  replaces?: z.output<typeof draftKey> | undefined
  rows: readonly {
    brand_id: number | null
    brand_text: string
    category_id: number | null
    condition: string | null
    count: number
    note: string
  }[]
}

type Whose = Pick<CustomerActor, 'customer_id' | 'at'>

/** The shop that a draft leads to; undefined before one is chosen. */
function shopIn({ fields }: DraftRow): number | undefined {
  const { shop } = fields as { shop?: unknown }
  const id = Number(shop || Number.NaN)
  return Number.isSafeInteger(id) ? id : undefined
}

/** That of a live draft, under its lock; undefined without one. */
export async function shopOfDraft(tx: Tx, { customer_id, at }: Whose): Promise<number | undefined> {
  const draft = await lockedDraft(tx, customer_id)
  return draft && isLive(draft, at) ? shopIn(draft) : undefined
}

/** The draft of a list, as long as it is one. */
export async function draftOfList(db: Db | Tx, { customer_id, at }: Whose, list: number | null, tools: Keys) {
  const draft = await ownDraft(db, customer_id, at)
  return draft?.list_id === list ? shown(db, draft, at, tools) : undefined
}

/**
 * What was begun and can be gone on with. A request goes to one shop: what was begun for another one is never mixed with
 * this, and goes only if the customer said so of just that.
 */
async function goneOnWith(tx: Tx, { customer_id, at }: Whose, { shop, replaces }: Omit<Added, 'rows'>) {
  const old = await lockedDraft(tx, customer_id)
  if (!old) return undefined
  const begun = isLive(old, at) ? shopIn(old) : undefined
  if (isLive(old, at) && (begun === undefined || begun === shop)) return old
  const isMeant = replaces?.id === old.id && replaces.version === old.version
  if (begun !== undefined && !isMeant)
    throw refuse('draft_elsewhere', {
      extra: { begun: { id: old.id, version: old.version, ...(await begunWords(tx, old.list_id, begun)) } },
    })
  await dropDraft(tx, old, at)
  return undefined
}

/** Articles for a shop go into what was begun for it; without that a draft is begun. Returns the new rows in their order. */
export async function addToDraft(tx: Tx, whose: Whose, { rows, ...to }: Added, tools: Keys) {
  const { customer_id, at } = whose
  if (customer_id === null) throw refuse('customer_incomplete')
  const kept = await goneOnWith(tx, whose, to)
  const fields = { shop: to.shop }
  const list = kept ? kept.list_id : await createList(tx, customer_id, at)
  if (kept) await lockedOwnList(tx, customer_id, list)
  if (kept)
    await tx
      .updateTable('request_draft')
      .set({
        fields: JSON.stringify({ ...(kept.fields as object), ...fields }),
        version: kept.version + 1,
        ...dates(at),
      })
      .where('id', '=', kept.id)
      .execute()
  if (!kept)
    await tx
      .insertInto('request_draft')
      .values({
        ...{ customer_id, list_id: list, fields: JSON.stringify(fields), step: '' },
        ...{ created_at: at.toISOString(), ...dates(at) },
      })
      .execute()
  const before = await tx
    .selectFrom('declared_item')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('list_id', '=', list)
    .executeTakeFirstOrThrow()
  if (Number(before.rows) + rows.length > mostDeclaredItems)
    throw refuse('guard_failed', {
      message: `書きかけの申し込みと合わせて${mostDeclaredItems}行を超えます。申し込みのリストを減らしてから、もう一度お試しください。`,
    })
  const added = await addRows(tx, list, rows, at)
  const draft = await lockedDraft(tx, customer_id)
  if (!draft) throw new Error('no draft was made')
  const { declared } = await shown(tx, draft, at, tools)
  return { draft: draft.id, list, added, items: declared.items }
}

async function addRows(tx: Tx, list_id: number, rows: Added['rows'], at: Date): Promise<number[]> {
  if (rows.length === 0) return []
  const stamp = at.toISOString()
  const made = await tx
    .insertInto('declared_item')
    .values(rows.map((row) => ({ ...row, list_id, created_at: stamp, updated_at: stamp })))
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}
