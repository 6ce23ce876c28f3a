import { type AdmissionNews, admissionMail, readmittedMail } from '#server/domains/account/account.mail'
import { endSessions, forgetPrincipal } from '#server/domains/account/account.service'
import { mailInvitation } from '#server/domains/account/invitation.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { queueSignedMail } from './operator.service.ts'
import { requireSecondPerson, secondPersonRefusal, secondPersonsFor } from './second-person.service.ts'
import {
  administratorsOf,
  canSignIn,
  changeAdmission,
  companyRows,
  lockCompany,
  type SetupUserRow,
  setupUserRows,
} from './setup.queries.ts'
import { requireSetupAdmin } from './setup.service.ts'

type MailTools = Pick<Tools, 'config'>
interface Place {
  company: number
  id: number
}
interface Owner {
  id: number
  name: string
  is_operator: boolean
}

export async function userOf(db: Db, at: Date, { company, id }: Place): Promise<SetupUserRow> {
  const [row] = await setupUserRows(db, company, at.toISOString(), { id })
  if (!row) throw notFound()
  return row
}

export async function presentUser(db: Db, actor: BusinessActor, row: SetupUserRow) {
  const { host_id: host } = row
  if (row.is_confirmed || !row.is_active || host === null) return { ...row, confirmation: null }
  const refusal = actor.is_admin
    ? await secondPersonRefusal(db, host, actor, 'confirm')
    : ('permission_denied' as const)
  return { ...row, confirmation: { refusal, able: await secondPersonsFor(db, host, 'confirm') } }
}

const byWhom = (actor: Actor, owner: Owner): string =>
  actor.kind === 'business'
    ? `${owner.is_operator ? '' : '運営の'}${actor.name}さん`
    : 'サーバーの管理者(コマンド)'

/** Notifies all administrators of a company, so that nobody is added unseen. */
export async function notifyAdministrators(
  tx: Tx,
  actor: Actor,
  owner: Owner,
  news: { what: AdmissionNews; who: Pick<SetupUserRow, 'name' | 'email' | 'role'> },
  { config }: MailTools,
): Promise<void> {
  const { name, email, role } = news.who
  const who = `${name}さん(${email}、${role === 'admin' ? '管理者' : 'スタッフ'})`
  const about = { company: owner.name, who, by: byWhom(actor, owner) }
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
  if (!owner || !(await canSignIn(tx, actor.business_user_id))) throw refuse('permission_denied')
  return { owner, user }
}

export async function confirmUser(db: Db, actor: BusinessActor, place: Place, tools: MailTools) {
  requireSetupAdmin(actor)
  const user = await inTransaction(db, async (tx) => {
    const { owner, user } = await lockedPlace(tx, actor, place)
    if (!user.is_active) throw refuse('user_deactivated')
    if (user.is_confirmed) return user
    if (user.host_id !== null) await requireSecondPerson(tx, user.host_id, actor, 'confirm')
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
    return userOf(tx, actor.at, place)
  })
  forgetPrincipal(db, user.account_id)
  return presentUser(db, actor, user)
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
    if (user.is_active === isActive) return user
    await (isActive ? readmit(tx, actor, owner, user, tools) : keepOut(tx, actor, owner, user, tools))
    await recordActivity(tx, actor, {
      action: isActive ? 'business_user.activate' : 'business_user.deactivate',
      object_type: 'business_user',
      object_id: user.id,
    })
    return userOf(tx, actor.at, place)
  })
  forgetPrincipal(db, user.account_id)
  return presentUser(db, actor, user)
}

type Change = (
  tx: Tx,
  actor: BusinessActor,
  owner: Owner,
  user: SetupUserRow,
  tools: MailTools,
) => Promise<void>

const keepOut: Change = async (tx, actor, owner, user, tools) => {
  await changeAdmission(tx, user.id, { is_active: false })
  await endSessions(tx, user.account_id, actor.at)
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
  if (!owner.is_operator && user.has_password) await welcome(tx, user, owner, actor.at, tools)
}
