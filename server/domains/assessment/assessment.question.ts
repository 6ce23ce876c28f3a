import { type SqlBool, sql } from 'kysely'
import { mostQuestions } from '#contract/assessment'
import { tokyoDate } from '#contract/day'
import { requestStatus as S } from '#contract/lifecycle'
import { recordActivity } from '#server/domains/activity/activity.service'
import { awaitsSecondPrice } from '#server/domains/item/item.predicates'
import { itemOfSlug } from '#server/domains/item/item.service'
import { lockRequest } from '#server/domains/purchase-request/purchase-request.move'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import { endOfTokyoDay } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { countOf, type Paged, paginate } from '#server/platform/paging'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'

interface Asked {
  id: number
  text: string
  asked_at: string
  answer: string
  answered_by: string
  answered_at: string | null
}

export type Question = Asked & { is_withheld: boolean }

/** Until the deal; afterwards the thread stays as it is. */
const answerable: readonly number[] = [S.OFFERED, S.REASSESSING, S.ANSWERED]

export const mayAsk = (request: { status: number; offer_expires_at: string | null }, at: Date): boolean =>
  request.status === S.OFFERED && request.offer_expires_at !== null && new Date(request.offer_expires_at) > at

export async function questionsOf(db: Db, requestId: number) {
  return db
    .selectFrom('item_question')
    .select(['id', 'item_id', 'text', 'asked_at', 'answer', 'answered_by_name as answered_by', 'answered_at'])
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
}

interface Reader {
  isStaff: boolean
  isWithheld: boolean
}

/** Customers read the shop's answer, not which of its staff gave it. */
export const questionShown = (question: Asked, { isStaff, isWithheld }: Reader): Question => ({
  id: question.id,
  text: isWithheld ? '' : question.text,
  is_withheld: isWithheld,
  asked_at: question.asked_at,
  answer: isWithheld ? '' : question.answer,
  answered_by: isStaff ? question.answered_by : '',
  answered_at: question.answered_at,
})

const asCustomer: Reader = { isStaff: false, isWithheld: false }
const asStaff: Reader = { isStaff: true, isWithheld: false }

/** One open question per item. Repeating the same words changes nothing. */
export async function askAboutItem(
  db: Db,
  actor: CustomerActor,
  slug: string,
  input: { text: string },
): Promise<Question[]> {
  return inTransaction(db, async (tx) => {
    const item = await itemOfSlug(tx, actor, slug)
    const request = item && (await lockRequest(tx, actor, item.request))
    if (!item || !request) throw notFound()
    const of = async () => (await questionsOf(tx, request.id)).filter(({ item_id }) => item_id === item.id)
    const asked = await of()
    const open = asked.find(({ answered_at }) => answered_at === null)
    if (open?.text === input.text) return asked.map((one) => questionShown(one, asCustomer))
    if (!mayAsk(request, actor.at)) throw refuse('question_closed')
    if (open) throw refuse('question_open')
    if (asked.length >= mostQuestions) throw refuse('question_limit')
    await tx
      .insertInto('item_question')
      .values({
        request_id: request.id,
        item_id: item.id,
        text: input.text,
        asked_at: actor.at.toISOString(),
      })
      .execute()
    await recordActivity(tx, actor, { action: 'item.ask', object_type: 'item', object_id: item.id })
    return (await of()).map((one) => questionShown(one, asCustomer))
  })
}

/** Of two concurrent answers the first one stands. */
export async function answerQuestion(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: { answer: string },
): Promise<Question> {
  return inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('item_question')
      .select(['request_id', 'item_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    const request = found && (await lockRequest(tx, actor, found.request_id))
    if (!found || !request) throw notFound()
    if (await isWithheld(tx, id)) throw refuse('question_withheld')
    const read = async () => {
      const question = (await questionsOf(tx, request.id)).find((one) => one.id === id)
      if (!question) throw notFound()
      return questionShown(question, asStaff)
    }
    const before = await read()
    if (before.answer === input.answer) return before
    if (before.answered_at !== null) throw staleVersion(before)
    if (!answerable.includes(request.status)) throw refuse('question_closed')
    await tx
      .updateTable('item_question')
      .set({
        answer: input.answer,
        answered_by: actor.business_user_id,
        answered_by_name: actor.name,
        answered_at: actor.at.toISOString(),
      })
      .where('id', '=', id)
      .execute()
    await addJob(tx, 'notification.question_answered', { question: id })
    await recordActivity(tx, actor, {
      action: 'item.answer_question',
      object_type: 'item',
      object_id: found.item_id,
    })
    return read()
  })
}

async function isWithheld(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from item_question q join purchase_request r on r.id = q.request_id
    join purchase_item i on i.id = q.item_id where q.id = ${id} and ${awaitsSecondPrice}`.execute(tx)
  return rows.length > 0
}

export async function questionExists(db: Db, actor: BusinessActor, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from item_question q join purchase_request r on r.id = q.request_id
    where q.id = ${id} and ${isOwnRequest(actor, 'r')}`.execute(db)
  return rows.length > 0
}

interface QuestionFilter {
  view?: 'open' | 'done' | undefined
  shop?: number | undefined
}

interface QuestionRow extends Question {
  request: number
  slug: string
  seq: number
  item_name: string
  shop: number
  shop_name: string
  customer_name: string
  price: number | null
  offer_expires_at: string | null
  is_answerable: boolean
}

const waits = sql<SqlBool>`(q.answered_at is null and r.status = any(${answerable}::smallint[]))`

/** Late: the customer has to decide by the end of today. */
export async function waitingQuestions(
  db: Db,
  actor: BusinessActor,
  shop: number | undefined,
): Promise<{ count: number; late: number }> {
  const endOfToday = endOfTokyoDay(tokyoDate(actor.at)).toISOString()
  const { rows } = await sql<{ count: number; late: number }>`
    select count(*)::int as count, count(*) filter (where r.offer_expires_at <= ${endOfToday})::int as late
    from item_question q join purchase_request r on r.id = q.request_id
    where ${waits} and ${isOwnRequest(actor, 'r')} and (${shop ?? null}::bigint is null or r.shop_id = ${shop ?? null})`.execute(
    db,
  )
  return rows[0] as { count: number; late: number }
}

/** What waits for an answer comes first, by the nearest deadline. */
export async function listQuestions(db: Db, actor: BusinessActor, filter: QuestionFilter & Paged) {
  const conditions = [isOwnRequest(actor, 'r')]
  if (filter.view) conditions.push(filter.view === 'open' ? waits : sql<SqlBool>`not ${waits}`)
  if (filter.shop !== undefined) conditions.push(sql<SqlBool>`r.shop_id = ${filter.shop}`)
  const from = sql`item_question q join purchase_request r on r.id = q.request_id where ${sql.join(conditions, sql` and `)}`
  return paginate(
    filter,
    () => countOf(db, from),
    async ({ limit, offset }) => {
      const { rows } = await sql<QuestionRow>`
        select q.id, q.text, q.asked_at, q.answer, ${awaitsSecondPrice} as is_withheld, q.answered_by_name as answered_by, q.answered_at, r.id as request, i.slug, i.seq,
          concat_ws(' ', b.name, nullif(coalesce(nullif(i.name, ''), k.name), '')) as item_name, r.shop_id as shop, s.name as shop_name, c.name as customer_name,
          i.price, r.offer_expires_at, r.status = any(${answerable}::smallint[]) and not ${awaitsSecondPrice} as is_answerable
        from item_question q join purchase_request r on r.id = q.request_id join purchase_item i on i.id = q.item_id
        join shop s on s.id = r.shop_id join customer c on c.id = r.customer_id
        left join brand b on b.id = i.brand_id left join item_category k on k.id = i.category_id
        where ${sql.join(conditions, sql` and `)}
        order by ${waits} desc, case when ${waits} then r.offer_expires_at end, q.id desc
        limit ${limit} offset ${offset}`.execute(db)
      return rows.map((row) => ({
        ...row,
        ...questionShown(row, { isStaff: true, isWithheld: row.is_withheld }),
      }))
    },
  )
}

/** What nobody has to keep of a customer who left. */
export async function eraseQuestions(tx: Tx, customer: number): Promise<void> {
  await tx
    .deleteFrom('item_question as q')
    .using('purchase_request as r')
    .whereRef('r.id', '=', 'q.request_id')
    .where('r.customer_id', '=', customer)
    .execute()
}
