import type { CallBody } from '#contract/call'
import { addDays, tokyoDate } from '#contract/day'
import type { inspectionCalls } from '#contract/inspection'
import { hasControlOrEmoji } from '#contract/text'
import { foldEmail } from '#server/domains/account/account.rules'
import { endSessions, forgetPrincipal } from '#server/domains/account/account.service'
import {
  makeInvitationLink,
  openBusinessAccount,
  withoutPassword,
} from '#server/domains/account/invitation.service'
import { endLinks, tieToMail } from '#server/domains/account/mail-link.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import { administratorsOf } from '#server/domains/company/admission.service'
import { companyName } from '#server/domains/company/company.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  countInspections,
  freeAccount,
  type InspectionRow,
  insertInspection,
  inspectionRows,
  markEnded,
} from './inspection.queries.ts'
import { begunMail, endedMail, officerMail } from './inspection.texts.ts'

type MailTools = Pick<Tools, 'config'>
type Input = CallBody<typeof inspectionCalls.begin>

export const listInspections = (db: Db, actor: BusinessActor, query: Paged) =>
  paginate(
    query,
    () => countInspections(db, actor),
    (window) => inspectionRows(db, actor, { window }),
  )

async function inspectionOf(db: Db, actor: BusinessActor, id: number): Promise<InspectionRow> {
  const [row] = await inspectionRows(db, actor, { id })
  if (!row) throw notFound()
  return row
}

/** The ledger is the whole company's: nobody opens more of it than they see themselves. */
function requireAllShops({ shop_ids }: BusinessActor): void {
  if (shop_ids !== null) throw refuse('permission_denied')
}

/** One administrator decides, and all of them are told: it reads what the law has police read anyway. */
export async function beginInspection(tx: Tx, actor: BusinessActor, input: Input, tools: MailTools) {
  requireAllShops(actor)
  for (const field of ['authority', 'officer'] as const)
    if (hasControlOrEmoji(input[field]))
      throw invalidField(field, '使えない文字が含まれています。絵文字などを取り除いてください。')
  const account_id = await accountFor(tx, actor, input.email)
  const validUntil = `${addDays(tokyoDate(actor.at), input.days)}T00:00:00+09:00`
  const id = await insertInspection(tx, {
    company_id: actor.company_id,
    account_id,
    authority: input.authority,
    officer: input.officer,
    valid_until: validUntil,
    begun_by: actor.business_user_id,
    begun_at: actor.at.toISOString(),
  })
  const company = await companyName(tx, actor.company_id)
  const { config } = tools
  const link = await makeInvitationLink(tx, account_id, actor.at, tools)
  const text = officerMail(config.publicUrl, { company, validUntil }, link.url)
  const mailed = await queueSignedMail(tx, { account_id, to: input.email, ...text }, actor.at)
  await tieToMail(tx, { id: link.id }, mailed)
  const { authority, email } = input
  const news = { company, authority, email, by: actor.name, validUntil, at: actor.at }
  await tellAdministrators(tx, actor, begunMail(config.publicUrl, news))
  await recordActivity(tx, actor, {
    action: 'inspection.begin',
    object_type: 'inspection',
    object_id: id,
    detail: { authority: input.authority, days: input.days },
  })
  return inspectionOf(tx, actor, id)
}

/** A new account, or that of an earlier inspection, whose password and devices end. */
async function accountFor(tx: Tx, actor: BusinessActor, email: string): Promise<number> {
  const opened = await openBusinessAccount(tx, email, actor.at)
  if (opened !== undefined) return opened
  const known = await freeAccount(tx, actor, foldEmail(email))
  if (known === undefined) throw refuse('email_taken')
  await withoutPassword(tx, known)
  await endSessions(tx, known, actor.at)
  return known
}

async function closeAccess(tx: Tx, accountId: number, at: Date): Promise<void> {
  await endSessions(tx, accountId, at)
  await endLinks(tx, accountId, ['reset_password'], at)
}

async function tellAdministrators(
  tx: Tx,
  { company_id, at }: BusinessActor,
  text: ReturnType<typeof begunMail>,
): Promise<void> {
  for (const { account_id, email: to } of await administratorsOf(tx, company_id))
    await queueSignedMail(tx, { account_id, to, ...text }, at)
}

export async function endInspection(db: Db, actor: BusinessActor, id: number, { config }: MailTools) {
  requireAllShops(actor)
  const row = await inTransaction(db, async (tx) => {
    const { account_id, authority, is_newest } = await inspectionOf(tx, actor, id)
    if (await markEnded(tx, id, actor.business_user_id, actor.at.toISOString())) {
      if (is_newest) await closeAccess(tx, account_id, actor.at)
      const news = {
        company: await companyName(tx, actor.company_id),
        authority,
        by: actor.name,
        at: actor.at,
      }
      await tellAdministrators(tx, actor, endedMail(config.publicUrl, news))
      await recordActivity(tx, actor, { action: 'inspection.end', object_type: 'inspection', object_id: id })
    }
    return inspectionOf(tx, actor, id)
  })
  forgetPrincipal(db, row.account_id)
  return row
}
