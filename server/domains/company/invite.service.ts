import { hasControlOrEmoji } from '#contract/text'
import { endSessions, forgetPrincipal } from '#server/domains/account/account.service'
import { mailInvitation, openBusinessAccount } from '#server/domains/account/invitation.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { paginate } from '#server/platform/paging'
import { invalid, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import {
  companyRows,
  countUsers,
  isActiveUser,
  lockCompany,
  type SetupUserRow,
  setupUserRows,
} from './setup.queries.ts'
import { requireSetupAdmin } from './setup.service.ts'

type Raw = string | number | undefined
type MailTools = Pick<Tools, 'config'>

export interface Invitation {
  email: string
  name: string
  role: 'admin' | 'staff'
}

export async function listUsers(
  db: Db,
  actor: BusinessActor,
  company: number,
  query: { page?: Raw; size?: Raw },
) {
  if ((await companyRows(db, { id: company })).length === 0) throw notFound()
  return paginate(
    query,
    () => countUsers(db, company),
    (window) => setupUserRows(db, company, actor.at.toISOString(), { window }),
  )
}

async function userOf(db: Db, at: Date, company: number, id: number): Promise<SetupUserRow> {
  const [row] = await setupUserRows(db, company, at.toISOString(), { id })
  if (!row) throw notFound()
  return row
}

/**
 * A person of a company with a sign-in that nobody can use yet. Answers the row's number and the account, whose link
 * the caller mails or prints.
 */
export async function addUser(
  tx: Tx,
  actor: Actor,
  company: number,
  { email, name, role }: Invitation,
): Promise<{ id: number; account_id: number }> {
  if (hasControlOrEmoji(name)) {
    throw invalid({ name: ['使えない文字が含まれています。絵文字などを取り除いてください。'] })
  }
  const account = await openBusinessAccount(tx, email, actor.at)
  if (account === undefined) throw refuse('email_taken')
  const user = await tx
    .insertInto('business_user')
    .values({ account_id: account, company_id: company, name, role, created_at: actor.at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordActivity(tx, actor, {
    action: 'business_user.invite',
    object_type: 'business_user',
    object_id: user.id,
    detail: { company, role },
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
  const { id, account_id } = await addUser(tx, actor, company, input)
  await mailInvitation(tx, { account_id, company: owner.name }, actor.at, tools)
  return userOf(tx, actor.at, company, id)
}

export async function inviteUserAgain(
  tx: Tx,
  actor: BusinessActor,
  place: { company: number; id: number },
  tools: MailTools,
) {
  requireSetupAdmin(actor)
  const [owner] = await companyRows(tx, { id: place.company })
  const user = await userOf(tx, actor.at, place.company, place.id)
  if (!user.is_active) throw refuse('user_deactivated')
  if (user.has_password) throw refuse('invitation_accepted')
  await mailInvitation(tx, { account_id: user.account_id, company: owner?.name ?? '' }, actor.at, tools)
  await recordActivity(tx, actor, {
    action: 'business_user.invite_again',
    object_type: 'business_user',
    object_id: user.id,
  })
  return userOf(tx, actor.at, place.company, place.id)
}

/** Lets somebody in or keeps somebody out, at once. Nobody shuts the own door behind them. */
export async function setUserActive(
  db: Db,
  actor: BusinessActor,
  place: { company: number; id: number },
  isActive: boolean,
) {
  requireSetupAdmin(actor)
  const user = await inTransaction(db, async (tx) => {
    if (!(await lockCompany(tx, place.company))) throw notFound()
    const before = await userOf(tx, actor.at, place.company, place.id)
    if (!isActive && before.id === actor.business_user_id) throw refuse('own_account')
    // Of two administrators who end each other at once, the one who came late is ended already.
    if (!(await isActiveUser(tx, actor.business_user_id))) throw refuse('permission_denied')
    if (before.is_active === isActive) return before
    await tx.updateTable('business_user').set({ is_active: isActive }).where('id', '=', before.id).execute()
    if (!isActive) await endSessions(tx, before.account_id, actor.at)
    await recordActivity(tx, actor, {
      action: isActive ? 'business_user.activate' : 'business_user.deactivate',
      object_type: 'business_user',
      object_id: before.id,
    })
    return userOf(tx, actor.at, place.company, place.id)
  })
  forgetPrincipal(db, user.account_id)
  return user
}
