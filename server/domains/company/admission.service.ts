import { staffRoleLabel } from '#contract/business-user'
import { type AdmissionNews, admissionMail, readmittedMail } from '#server/domains/account/account.mail'
import { endSessions, forgetPrincipal } from '#server/domains/account/account.service'
import { mailInvitation } from '#server/domains/account/invitation.service'
import { endLinks } from '#server/domains/account/mail-link.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { queueSignedMail } from './operator.service.ts'
import { requireSecondPerson, secondPersonRefusal, secondPersonsFor } from './second-person.service.ts'
import {
  administratorsOf,
  changeAdmission,
  companyRows,
  isAdministrator,
  lockCompany,
  type SetupUserRow,
  setupUserRows,
} from './setup.queries.ts'
import { requireSetupAdmin } from './setup.service.ts'

export { administratorsOf } from './setup.queries.ts'

type MailTools = Pick<Tools, 'config'>
interface Place {
  company: number
  id: number
}

/** An administrator who may still sign in. */
export const mayAdminister = (tx: Tx, userId: number): Promise<boolean> => isAdministrator(tx, userId)

export interface Owner {
  id: number
  name: string
  is_operator: boolean
}

export async function userOf(db: Db, at: Date, { company, id }: Place): Promise<SetupUserRow> {
  const [row] = await setupUserRows(db, company, at.toISOString(), { id })
  if (!row) throw notFound()
  return row
}

/** Who did what a second administrator has yet to confirm. */
function firstOf(row: SetupUserRow) {
  if (!row.is_active) return null
  if (!row.is_confirmed)
    return row.host_id === null ? null : { id: row.host_id, what: 'admission' as const, by: row.let_in_by }
  if (!row.is_raise_waiting || row.raiser_id === null) return null
  return { id: row.raiser_id, what: 'role' as const, by: row.raised_by }
}

export async function presentUser(db: Db, actor: BusinessActor, row: SetupUserRow) {
  const first = firstOf(row)
  if (first === null) return { ...row, confirmation: null }
  const { what, by } = first
  const refusal = actor.is_admin
    ? await secondPersonRefusal(db, first.id, actor, 'confirm')
    : ('permission_denied' as const)
  return {
    ...row,
    confirmation: { what, by, refusal, able: await secondPersonsFor(db, first.id, 'confirm') },
  }
}

const byWhom = (actor: Actor, owner: Owner): string =>
  actor.kind === 'business'
    ? `${actor.company_id === owner.id ? '' : '運営の'}${actor.name}さん`
    : 'サーバーの管理者(コマンド)'

/** Notifies all administrators of a company, so that nobody is added unseen. */
export async function notifyAdministrators(
  tx: Tx,
  actor: Actor,
  owner: Owner,
  news: { what: AdmissionNews; who: Pick<SetupUserRow, 'name' | 'email' | 'role'>; shops?: string },
  { config }: MailTools,
): Promise<void> {
  const { name, email, role } = news.who
  const who = `${name}さん(${email}、${staffRoleLabel[role]})`
  const about = { company: owner.name, who, by: byWhom(actor, owner), shops: news.shops ?? '' }
  const text = admissionMail(config.publicUrl, news.what, about, actor.at)
  for (const { account_id, email: to } of await administratorsOf(tx, owner.id))
    await queueSignedMail(tx, { account_id, to, ...text }, actor.at)
}

/** Locks the company, so that changes to its people are serialized, and re-checks the actor. */
async function lockedPlace(tx: Tx, actor: BusinessActor, place: Place) {
  if (!(await lockCompany(tx, place.company))) throw notFound()
  const [owner] = await companyRows(tx, { id: place.company })
  const user = await userOf(tx, actor.at, place)
  // Of two administrators who deactivate each other at once, the second is refused.
  if (!owner || !(await isAdministrator(tx, actor.business_user_id))) throw refuse('permission_denied')
  return { owner, user }
}

export async function confirmUser(db: Db, actor: BusinessActor, place: Place, tools: MailTools) {
  requireSetupAdmin(actor)
  const user = await inTransaction(db, async (tx) => {
    const { owner, user } = await lockedPlace(tx, actor, place)
    if (!user.is_active) throw refuse('user_deactivated')
    const first = firstOf(user)
    if (first) await requireSecondPerson(tx, first.id, actor, 'confirm')
    if (!user.is_confirmed) await confirmAdmission(tx, actor, owner, user, tools)
    else if (first) await confirmRaise(tx, actor, owner, user, tools)
    return userOf(tx, actor.at, place)
  })
  forgetPrincipal(db, user.account_id)
  return presentUser(db, actor, user)
}

const confirmAdmission: Change = async (tx, actor, owner, user, tools) => {
  await changeAdmission(tx, user.id, {
    confirmed_at: actor.at.toISOString(),
    confirmed_by: actor.business_user_id,
  })
  await welcome(tx, user, owner, actor.at, tools)
  await notifyAdministrators(tx, actor, owner, { what: 'confirmed', who: user }, tools)
  await recordActivity(tx, actor, {
    action: 'business_user.confirm',
    object_type: 'business_user',
    object_id: user.id,
  })
}

const confirmRaise: Change = async (tx, actor, owner, user, tools) => {
  await changeAdmission(tx, user.id, { role: 'admin', is_raise_waiting: false })
  await notifyAdministrators(tx, actor, owner, { what: 'raise_confirmed', who: user }, tools)
  await recordActivity(tx, actor, {
    action: 'business_user.confirm_raise',
    object_type: 'business_user',
    object_id: user.id,
  })
}

async function welcome(tx: Tx, user: SetupUserRow, owner: Owner, at: Date, tools: MailTools): Promise<void> {
  if (!user.has_password) {
    await mailInvitation(tx, { account_id: user.account_id, company: owner.name }, at, tools)
    return
  }
  const text = readmittedMail(tools.config.publicUrl, owner.name)
  await queueSignedMail(tx, { account_id: user.account_id, to: user.email, ...text }, at)
}

export async function setUserActive(
  db: Db,
  actor: BusinessActor,
  place: Place,
  isActive: boolean,
  tools: MailTools,
) {
  requireSetupAdmin(actor)
  const user = await inTransaction(db, async (tx) => {
    const { owner, user } = await lockedPlace(tx, actor, place)
    if (!isActive && user.id === actor.business_user_id) throw refuse('own_account')
    await switchAccess(tx, actor, { owner, user }, isActive, tools)
    return userOf(tx, actor.at, place)
  })
  forgetPrincipal(db, user.account_id)
  return presentUser(db, actor, user)
}

export async function switchAccess(
  tx: Tx,
  actor: BusinessActor,
  { owner, user }: { owner: Owner; user: SetupUserRow },
  isActive: boolean,
  tools: MailTools,
): Promise<void> {
  if (user.is_active === isActive) return
  await (isActive ? readmit : keepOut)(tx, actor, owner, user, tools)
  await recordActivity(tx, actor, {
    action: isActive ? 'business_user.activate' : 'business_user.deactivate',
    object_type: 'business_user',
    object_id: user.id,
  })
}

type Change = (
  tx: Tx,
  actor: BusinessActor,
  owner: Owner,
  user: SetupUserRow,
  tools: MailTools,
) => Promise<void>

const keepOut: Change = async (tx, actor, owner, user, tools) => {
  await changeAdmission(tx, user.id, { is_active: false, is_raise_waiting: false })
  await endSessions(tx, user.account_id, actor.at)
  await endLinks(tx, user.account_id, ['reset_password'], actor.at)
  await notifyAdministrators(tx, actor, owner, { what: 'deactivated', who: user }, tools)
}

/** Reactivation in the house ties the two like an invitation. */
const readmit: Change = async (tx, actor, owner, user, tools) => {
  await changeAdmission(tx, user.id, {
    is_active: true,
    readmitted_by: actor.business_user_id,
    readmitted_at: actor.at.toISOString(),
    ...(owner.is_operator ? { confirmed_at: null, confirmed_by: null } : {}),
  })
  const what = owner.is_operator ? 'readmission_waiting' : 'readmitted'
  await notifyAdministrators(tx, actor, owner, { what, who: user }, tools)
  if (!owner.is_operator) await welcome(tx, user, owner, actor.at, tools)
}
