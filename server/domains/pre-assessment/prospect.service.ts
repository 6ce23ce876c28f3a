import { sql } from 'kysely'
import type { CallBody, CallQuery } from '#contract/call'
import type { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import type { Db, Tx } from '#server/platform/db'
import { paginate } from '#server/platform/paging'
import { invalid, notFound, refuse, staleVersion } from '#server/platform/refusal'
import {
  countProspects,
  isCustomerOf,
  type ProspectRow,
  prospectRow,
  prospectRows,
} from './prospect.queries.ts'
import { prospectColumns, prospectProblems } from './prospect.rules.ts'

export const listProspects = (
  db: Db,
  actor: BusinessActor,
  { page, size, ...filter }: CallQuery<typeof calls.customers>,
) =>
  paginate(
    { page, size },
    () => countProspects(db, actor, filter),
    (window) => prospectRows(db, actor, filter, window),
  )

export async function readProspect(db: Db, actor: BusinessActor, id: number): Promise<ProspectRow> {
  const row = await prospectRow(db, actor, id)
  if (!row) throw notFound()
  return row
}

export const prospectExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await prospectRow(db, actor, id)) !== undefined

type Input = CallBody<typeof calls.createCustomer>

function columnsOf(input: Input) {
  const problems = prospectProblems(input)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return prospectColumns(input)
}

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'change' | 'merge' | 'erase',
  id: number,
): Promise<void> =>
  // Ids alone: the trail outlives the data of people.
  recordActivity(tx, actor, { action: `pre_assessment.prospect_${act}`, detail: { prospect: id } })

export async function createProspect(tx: Tx, actor: BusinessActor, input: Input): Promise<ProspectRow> {
  const at = actor.at.toISOString()
  const { id } = await tx
    .insertInto('prospect')
    .values({ company_id: actor.company_id, ...columnsOf(input), created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, actor, 'create', id)
  return readProspect(tx, actor, id)
}

export async function changeProspect(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, customer, ...input }: CallBody<typeof calls.updateCustomer>,
): Promise<ProspectRow> {
  await tx
    .selectFrom('prospect')
    .select('id')
    .where('id', '=', id)
    .where('company_id', '=', actor.company_id)
    .forUpdate()
    .execute()
  const before = await readProspect(tx, actor, id)
  if (before.version !== version) throw staleVersion(before)
  if (customer && !(await isCustomerOf(tx, actor.company_id, customer)))
    throw refuse('guard_failed', { message: 'お取引のあるお客さまを選んでください。', field: 'customer' })
  const { name, name_kana, phone, email, note } = { ...before, ...input }
  await tx
    .updateTable('prospect')
    .set({
      ...columnsOf({ name, name_kana, phone, email, note }),
      ...(customer === undefined ? {} : { customer_id: customer }),
      version: sql`version + 1`,
      updated_at: actor.at.toISOString(),
    })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, customer === undefined ? 'change' : 'merge', id)
  return readProspect(tx, actor, id)
}

const nobody = {
  ...{ name: '', name_kana: '', search_text: '', phone: '', phone_digits: '' },
  ...{ email: '', line_user_id: '', note: '' },
}

/** What was named to somebody counts on; whom it was named to is forgotten. */
export async function removeProspect(tx: Tx, actor: BusinessActor, id: number): Promise<void> {
  await readProspect(tx, actor, id)
  await tx
    .updateTable('prospect')
    .set({ ...nobody, erased_at: actor.at.toISOString(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, 'erase', id)
}

const daysKept = 365

/** Who has not asked for a year, and is no customer, is forgotten. */
export async function forgetProspects(tx: Tx, at: Date): Promise<void> {
  const before = daysBefore(at, daysKept).toISOString()
  await tx
    .updateTable('prospect')
    .set({ ...nobody, erased_at: at.toISOString() })
    .where('erased_at', 'is', null)
    .where('customer_id', 'is', null)
    .where('updated_at', '<', before)
    .where(
      sql<boolean>`not exists (select from pre_assessment a where a.prospect_id = prospect.id and a.updated_at >= ${before}::timestamptz)`,
    )
    .execute()
}

/** After a customer left: what was named stays as a figure, without words about the person, and its links show nothing. */
export async function forgetAsker(tx: Tx, customer: number, at: Date): Promise<void> {
  const now = at.toISOString()
  const theirs = sql<number>`(select a.id from pre_assessment a left join prospect p on p.id = a.prospect_id
    where ${customer} in (a.customer_id, p.customer_id))`
  await tx
    .updateTable('pre_assessment_item')
    .set({ note: '' })
    .where('pre_assessment_id', 'in', theirs)
    .execute()
  await tx.updateTable('pre_assessment').set({ note: '' }).where('id', 'in', theirs).execute()
  await tx
    .updateTable('pre_assessment_link')
    .set({ revoked_at: now })
    .where('pre_assessment_id', 'in', theirs)
    .where('revoked_at', 'is', null)
    .execute()
  await tx
    .updateTable('prospect')
    .set({ ...nobody, erased_at: now, updated_at: now, version: sql`version + 1` })
    .where('customer_id', '=', customer)
    .where('erased_at', 'is', null)
    .execute()
}
