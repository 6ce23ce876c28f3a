import type { CallBody } from '#contract/call'
import type { setupCalls } from '#contract/setup'
import { hasControlOrEmoji } from '#contract/text'
import { mailInvitation, openBusinessAccount } from '#server/domains/account/invitation.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { invalid, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { notifyAdministrators, type Owner, presentUser, userOf } from './admission.service.ts'
import { companyRows, countUsers, setupUserRows } from './setup.queries.ts'
import { requireSetupAdmin } from './setup.service.ts'
import { writeShopsOf } from './staff.queries.ts'

type MailTools = Pick<Tools, 'config'>

export type Invitation = CallBody<typeof setupCalls.inviteUser> & { shops?: readonly number[] }

export async function listUsers(db: Db, actor: BusinessActor, company: number, query: Paged) {
  if ((await companyRows(db, { id: company })).length === 0) throw notFound()
  const listed = await paginate(
    query,
    () => countUsers(db, company),
    (window) => setupUserRows(db, company, actor.at.toISOString(), { window }),
  )
  return { ...listed, rows: await Promise.all(listed.rows.map((row) => presentUser(db, actor, row))) }
}

export function refuseOddName(name: string): void {
  if (hasControlOrEmoji(name))
    throw invalid({ name: ['使えない文字が含まれています。絵文字などを取り除いてください。'] })
}

/** Creates a person who cannot sign in yet. People of the house first need a second person's confirmation. */
export async function addUser(
  tx: Tx,
  actor: Actor,
  company: number,
  { email, name, role, shops = [] }: Invitation,
  { confirmed = true }: { confirmed?: boolean } = {},
): Promise<{ id: number; account_id: number }> {
  refuseOddName(name)
  const account = await openBusinessAccount(tx, email, actor.at)
  if (account === undefined) throw refuse('email_taken')
  const user = await tx
    .insertInto('business_user')
    .values({
      account_id: account,
      company_id: company,
      name,
      role,
      created_at: actor.at.toISOString(),
      invited_by: actor.kind === 'business' ? actor.business_user_id : null,
      confirmed_at: confirmed ? actor.at.toISOString() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeShopsOf(tx, user.id, shops)
  await recordActivity(tx, actor, {
    action: 'business_user.invite',
    object_type: 'business_user',
    object_id: user.id,
    detail: { company, role, ...(shops.length > 0 ? { shops } : {}) },
  })
  return { id: user.id, account_id: account }
}

export async function inviteUser(
  tx: Tx,
  actor: BusinessActor,
  company: number,
  input: Invitation,
  tools: MailTools,
) {
  requireSetupAdmin(actor)
  const [owner] = await companyRows(tx, { id: company })
  if (!owner) throw notFound()
  const { id } = await invite(tx, actor, owner, input, tools)
  return presentUser(tx, actor, await userOf(tx, actor.at, { company, id }))
}

export async function invite(
  tx: Tx,
  actor: BusinessActor,
  owner: Owner,
  input: Invitation,
  tools: MailTools,
): Promise<{ id: number }> {
  const waits = owner.is_operator
  const { id, account_id } = await addUser(tx, actor, owner.id, input, { confirmed: !waits })
  const user = await userOf(tx, actor.at, { company: owner.id, id })
  await notifyAdministrators(tx, actor, owner, { what: waits ? 'waiting' : 'invited', who: user }, tools)
  // People of the house get no link before a second administrator has confirmed them.
  if (!waits) await mailInvitation(tx, { account_id, company: owner.name }, actor.at, tools)
  return { id }
}

export async function inviteUserAgain(
  tx: Tx,
  actor: BusinessActor,
  place: { company: number; id: number },
  tools: MailTools,
) {
  requireSetupAdmin(actor)
  const [owner] = await companyRows(tx, { id: place.company })
  const user = await userOf(tx, actor.at, place)
  if (!user.is_active) throw refuse('user_deactivated')
  if (!user.is_confirmed) throw refuse('confirmation_pending')
  if (user.has_password) throw refuse('invitation_accepted')
  await mailInvitation(tx, { account_id: user.account_id, company: owner?.name ?? '' }, actor.at, tools)
  await recordActivity(tx, actor, {
    action: 'business_user.invite_again',
    object_type: 'business_user',
    object_id: user.id,
  })
  return presentUser(tx, actor, await userOf(tx, actor.at, place))
}
