import type { CallBody } from '#contract/call'
import { addDays, tokyoDate } from '#contract/day'
import type { inspectionCalls } from '#contract/inspection'
import { hasControlOrEmoji } from '#contract/text'
import { foldEmail } from '#server/domains/account/account.rules'
import { endSessions, forgetPrincipal } from '#server/domains/account/account.service'
import { makeInvitationLink, openBusinessAccount, passOn } from '#server/domains/account/invitation.service'
import { endLinks, tieToMail } from '#server/domains/account/mail-link.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import { administratorsOf } from '#server/domains/company/admission.service'
import { companyName } from '#server/domains/company/company.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { type Paged, paginate } from '#server/platform/paging'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  countInspections,
  type InspectionRow,
  insertInspection,
  inspectionRows,
  lockAccount,
  lockAccountOf,
  markEnded,
  newestOf,
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
export async function beginInspection(
  db: Db,
  actor: BusinessActor,
  input: Input,
  once: Once,
  tools: MailTools,
) {
  requireAllShops(actor)
  for (const field of ['authority', 'officer'] as const)
    if (hasControlOrEmoji(input[field]))
      throw invalidField(field, '使えない文字が含まれています。絵文字などを取り除いてください。')
  const begun = await inTransactionOnce(db, actor, once, (tx) => begin(tx, actor, input, tools))
  forgetPrincipal(db, begun.account_id)
  return begun
}

async function begin(tx: Tx, actor: BusinessActor, input: Input, tools: MailTools): Promise<InspectionRow> {
  const { authority, officer, email, days } = input
  const account_id = await accountFor(tx, actor, email)
  const validUntil = `${addDays(tokyoDate(actor.at), days)}T00:00:00+09:00`
  const id = await insertInspection(tx, {
    company_id: actor.company_id,
    account_id,
    authority,
    officer,
    email,
    valid_until: validUntil,
    begun_by: actor.business_user_id,
    begun_at: actor.at.toISOString(),
  })
  const company = await companyName(tx, actor.company_id)
  const { config } = tools
  const link = await makeInvitationLink(tx, account_id, actor.at, tools)
  const text = officerMail(config.publicUrl, { company, validUntil }, link.url)
  const mailed = await queueSignedMail(tx, { account_id, to: email, ...text }, actor.at)
  await tieToMail(tx, { id: link.id }, mailed)
  const news = { company, authority, email, by: actor.name, validUntil, at: actor.at }
  await tellAdministrators(tx, actor, begunMail(config.publicUrl, news))
  await recordActivity(tx, actor, {
    action: 'inspection.begin',
    object_type: 'inspection',
    object_id: id,
    detail: { authority, days },
  })
  return inspectionOf(tx, actor, id)
}

const stillOpen =
  'このメールアドレスでの閲覧は、まだ続いています。先に終了するか、別のアドレスを入力してください。'
const notFree = 'このメールアドレスは使えません。別のアドレスを入力してください。'

/** A new account, or that of an inspection that is over, of whichever dealer: nothing of that one stays with it. */
async function accountFor(tx: Tx, actor: BusinessActor, email: string): Promise<number> {
  const opened = await openBusinessAccount(tx, email, actor.at)
  if (opened !== undefined) return opened
  const known = await lockAccountOf(tx, foldEmail(email))
  // Under the lock: two who begin at once do not both find it free.
  const newest = known === undefined ? undefined : await newestOf(tx, known, actor.at)
  if (known === undefined || !newest?.is_over)
    throw refuse('email_taken', {
      message: newest?.company_id === actor.company_id ? stillOpen : notFree,
    })
  await passOn(tx, known, email)
  await closeAccess(tx, known, actor.at)
  return known
}

async function closeAccess(tx: Tx, accountId: number, at: Date): Promise<void> {
  await endSessions(tx, accountId, at)
  await endLinks(tx, accountId, ['reset_password', 'sign_in_code'], at)
}

async function tellAdministrators(
  tx: Tx,
  { company_id, at }: BusinessActor,
  text: ReturnType<typeof begunMail>,
): Promise<void> {
  for (const { account_id, email: to } of await administratorsOf(tx, company_id))
    await queueSignedMail(tx, { account_id, to, ...text }, at)
}

/**
 * By any administrator, whoever began it: an inspection is the dealer's act and goes on when that colleague leaves. One
 * that is over stays as it ended.
 */
export async function endInspection(db: Db, actor: BusinessActor, id: number, { config }: MailTools) {
  const row = await inTransaction(db, async (tx) => {
    await lockAccount(tx, (await inspectionOf(tx, actor, id)).account_id)
    const open = await inspectionOf(tx, actor, id)
    if (open.state !== 'valid') return open
    await markEnded(tx, id, actor.business_user_id, actor.at.toISOString())
    await closeAccess(tx, open.account_id, actor.at)
    const news = {
      company: await companyName(tx, actor.company_id),
      authority: open.authority,
      by: actor.name,
      at: actor.at,
    }
    await tellAdministrators(tx, actor, endedMail(config.publicUrl, news))
    await recordActivity(tx, actor, { action: 'inspection.end', object_type: 'inspection', object_id: id })
    return inspectionOf(tx, actor, id)
  })
  forgetPrincipal(db, row.account_id)
  return row
}
