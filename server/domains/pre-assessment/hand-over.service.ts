import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { type preAssessmentCalls as calls, findPreAssessmentMove } from '#contract/pre-assessment'
import type { priceEstimateCalls as customerCalls } from '#contract/price-estimate'
import { lockOpenAccount } from '#server/domains/account/open-account.service'
import { addToDraft, shopOfDraft } from '#server/domains/declared-list/draft.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { validUntil } from './link.service.ts'
import { type PreAssessmentRow, preAssessmentRow, preItemRows } from './pre-assessment.queries.ts'
import { lockPreAssessment, readPreAssessment, recordPreAssessment } from './pre-assessment.service.ts'
import { memberOf } from './prospect.queries.ts'

type Keys = Pick<Tools, 'keys'>

export const endPreAssessment = (
  tx: Tx,
  id: number,
  state: 'accepted' | 'declined',
  at: Date,
  set: object = {},
) =>
  tx
    .updateTable('pre_assessment')
    .set({
      ...set,
      state,
      ended_at: at.toISOString(),
      version: sql`version + 1`,
      updated_at: at.toISOString(),
    })
    .where('id', '=', id)
    .execute()

interface To {
  customer_id: number
  at: Date
  /** What was begun for another shop and may go. */
  replaces?: CallBody<typeof customerCalls.take>['replaces']
}

/** Its articles go into the customer's draft, and it is theirs from then on. The pre-assessment is locked. */
export async function handOver(
  tx: Tx,
  { id, shop }: { id: number; shop: number },
  { customer_id, at, replaces }: To,
  tools: Keys,
  set: object = {},
) {
  const items = await preItemRows(tx, id)
  const rows = items.map((item) => ({
    brand_id: item.brand,
    brand_text: item.brand === null ? item.brand_name : '',
    category_id: item.category,
    condition: item.grade_band,
    count: item.count,
    note: '',
  }))
  const taken = await addToDraft(tx, { customer_id, at }, { shop, rows, replaces }, tools)
  await sql`
    update pre_assessment_item i set declared_item_id = p.declared
    from rows from (unnest(${items.map((item) => item.id)}::bigint[], ${taken.added}::bigint[])) as p(item, declared)
    where i.id = p.item`.execute(tx)
  await endPreAssessment(tx, id, 'accepted', at, { ...set, customer_id, declared_list_id: taken.list })
  await tx
    .updateTable('prospect')
    .set({ customer_id, updated_at: at.toISOString() })
    .where('customer_id', 'is', null)
    .where('id', '=', tx.selectFrom('pre_assessment').select('prospect_id').where('id', '=', id))
    .execute()
  return taken
}

/** The account first, then the pre-assessment, as when the customer takes it. */
async function lockWithMember(tx: Tx, actor: BusinessActor, id: number) {
  const found = await preAssessmentRow(tx, actor, id)
  const member = found?.prospect ? await memberOf(tx, actor.company_id, found.prospect) : undefined
  const isOpen = member !== undefined && (await lockOpenAccount(tx, member.account_id))
  const row = await lockPreAssessment(tx, actor, id)
  const now = row.prospect ? await memberOf(tx, actor.company_id, row.prospect) : undefined
  return { row, member: isOpen ? member : undefined, isChanged: now?.customer_id !== member?.customer_id }
}

function checkMayGoOn({ state, valid_until, priced }: PreAssessmentRow, today: string): void {
  const isOver = state === 'sent' && (valid_until ?? today) < today
  if (isOver || !findPreAssessmentMove(state, 'accepted', 'staff')) throw refuse('illegal_transition')
  if (priced === 0) throw refuse('guard_failed', { message: '金額の決まった品を1点以上入れてください。' })
}

/**
 * Staff put the articles into the draft of a customer they know to be a member, who is told and sends it: address, papers
 * and consent are the customer's own. Done already, by whomever, it changes nothing. A draft that leads to another shop is
 * left alone; which one is not said.
 */
export async function handOverToMember(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version }: CallBody<typeof calls.handOver>,
  tools: Keys,
) {
  const { at } = actor
  const { row, member, isChanged } = await lockWithMember(tx, actor, id)
  if (row.state === 'accepted') return readPreAssessment(tx, actor, id, tools)
  if (row.version !== version || isChanged) throw staleVersion(await readPreAssessment(tx, actor, id, tools))
  const today = tokyoDate(at)
  checkMayGoOn(row, today)
  if (!member)
    throw refuse('guard_failed', {
      message: '会員のお客さまと結びつけるか、リンクやQRをお渡しください。',
      field: 'prospect',
    })
  const { customer_id } = member
  const begun = await shopOfDraft(tx, { customer_id, at })
  if (begun !== undefined && begun !== row.shop)
    throw refuse('guard_failed', {
      message: 'お客さまにはほかに書きかけの申し込みがあるため、入れられません。リンクやQRをお渡しください。',
    })
  await handOver(tx, row, { customer_id, at }, tools, {
    sent_at: row.sent_at ?? at.toISOString(),
    valid_until: validUntil(null, row.valid_until, today),
  })
  await recordPreAssessment(tx, actor, 'hand_over', id)
  await addJob(tx, 'notification.estimate_taken', {
    customer: customer_id,
    pre_assessment: id,
    shop_name: row.shop_name,
    count: row.item_count,
  })
  return readPreAssessment(tx, actor, id, tools)
}
