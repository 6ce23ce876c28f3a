import type { businessUserCalls } from '#contract/business-user'
import type { CallBody } from '#contract/call'
import { foldEmail } from '#server/domains/account/account.rules'
import { forgetPrincipal } from '#server/domains/account/account.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { requireFreshSignIn } from '#server/platform/handle'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { notifyAdministrators, type Owner, switchAccess, userOf } from './admission.service.ts'
import { invite, inviteUserAgain, refuseOddName } from './invite.service.ts'
import { changeAdmission, companyRows, lockCompany, staffByEmail } from './setup.queries.ts'
import { hasOtherAdministrator, type StaffRow, staffRow, writeShopsOf } from './staff.queries.ts'
import { isMore } from './staff.rules.ts'
import { asColleague, mayManage, readStaff } from './staff.service.ts'
import { shopsOfCompany } from './staff-shops.service.ts'

type MailTools = Pick<Tools, 'config'>
type Invitation = CallBody<typeof businessUserCalls.invite>
type Change = CallBody<typeof businessUserCalls.update>

/** Locks the company, so that changes to its people are serialized, and reads the actor's own rights again. */
async function lockedCompany(tx: Tx, actor: BusinessActor): Promise<{ owner: Owner; self: BusinessActor }> {
  await lockCompany(tx, actor.company_id)
  const [owner] = await companyRows(tx, { id: actor.company_id })
  const row = await staffRow(tx, { ...actor, shop_ids: null }, actor.business_user_id)
  // Of two administrators who take each other's rights at once, the second is refused.
  if (!owner || !row?.is_active || (actor.is_admin && row.role !== 'admin')) throw refuse('permission_denied')
  const self = { ...actor, is_admin: row.role === 'admin', shop_ids: row.shops.length > 0 ? row.shops : null }
  return { owner, self }
}

async function lockedStaff(tx: Tx, actor: BusinessActor, id: number) {
  const { owner, self } = await lockedCompany(tx, actor)
  const row = await staffRow(tx, self, id)
  if (!row) throw notFound()
  return { owner, self, row }
}

function requireManager(self: BusinessActor, row: StaffRow): void {
  if (!mayManage(self, row)) throw refuse('permission_denied')
}

/** Also of oneself: that is what there is to say to an only administrator. */
async function requireAnotherAdministrator(tx: Tx, row: StaffRow): Promise<void> {
  const works = row.role === 'admin' && row.is_active && row.is_confirmed && row.has_password
  if (works && !(await hasOtherAdministrator(tx, row))) throw refuse('last_administrator')
}

export async function inviteStaff(tx: Tx, actor: BusinessActor, input: Invitation, tools: MailTools) {
  const { owner, self } = await lockedCompany(tx, actor)
  if (!self.is_admin) throw refuse('permission_denied')
  const shops = await shopsOfCompany(tx, self, input.shops)
  await refuseColleague(tx, self, input.email)
  const role = input.is_admin ? 'admin' : 'staff'
  const { id } = await invite(tx, self, owner, { email: input.email, name: input.name, role, shops }, tools)
  return readStaff(tx, self, id)
}

async function refuseColleague(tx: Tx, self: BusinessActor, email: string): Promise<void> {
  const known = await staffByEmail(tx, foldEmail(email))
  const row = known && known.company_id === self.company_id && (await staffRow(tx, self, known.id))
  if (!row) return
  throw refuse('email_taken', {
    message: row.is_active
      ? `${row.name}さんのメールアドレスです。`
      : `利用を停止している${row.name}さんのメールアドレスです。一覧の「停止」から再開できます。`,
  })
}

/** Everybody may change the own name; administrators the rest, of others. */
export async function changeStaff(db: Db, actor: BusinessActor, id: number, input: Change, tools: MailTools) {
  const { row, shown } = await inTransaction(db, async (tx) => {
    const { owner, self, row } = await lockedStaff(tx, actor, id)
    const isSelf = row.id === self.business_user_id
    if (!isSelf) requireManager(self, row)
    if (input.version !== undefined && input.version !== row.version)
      throw staleVersion(asColleague(self, row))
    if (input.email !== undefined && foldEmail(input.email) !== foldEmail(row.email))
      throw refuse('email_fixed')
    await rename(tx, self, row, input.name ?? row.name)
    await changeRights(tx, self, owner, row, input, tools)
    return { row, shown: await readStaff(tx, self, id) }
  })
  forgetPrincipal(db, row.account_id)
  return shown
}

async function rename(tx: Tx, self: BusinessActor, row: StaffRow, name: string): Promise<void> {
  if (name === row.name) return
  refuseOddName(name)
  await changeAdmission(tx, row.id, { name })
  await recordActivity(tx, self, {
    action: 'business_user.rename',
    object_type: 'business_user',
    object_id: row.id,
    detail: { before: { name: row.name }, after: { name } },
  })
}

const sameShops = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((shop) => other.includes(shop))

async function changeRights(
  tx: Tx,
  self: BusinessActor,
  owner: Owner,
  row: StaffRow,
  input: Change,
  tools: MailTools,
): Promise<void> {
  const wasAdmin = row.role === 'admin' || row.is_raise_waiting
  const isAdmin = input.is_admin ?? wasAdmin
  const asked = [...new Set(input.shops ?? row.shops)]
  const changesRole = isAdmin !== wasAdmin
  const changesShops = !sameShops(asked, row.shops)
  if (!changesRole && !changesShops) return
  const before = { is_admin: wasAdmin, shops: row.shops }
  if (!isAdmin || (changesShops && row.shops.length === 0)) await requireAnotherAdministrator(tx, row)
  if (row.id === self.business_user_id) throw refuse('own_permissions')
  if (!row.is_active) throw refuse('user_deactivated')
  const after = {
    is_admin: isAdmin,
    shops: changesShops ? await shopsOfCompany(tx, self, asked) : row.shops,
  }
  if (isMore(before, after)) requireFreshSignIn(self)
  if (changesShops) {
    await writeShopsOf(tx, row.id, after.shops)
    await changeAdmission(tx, row.id, {})
    await notifyAdministrators(
      tx,
      self,
      owner,
      { what: 'limited', who: row, shops: shopNames(row, after.shops) },
      tools,
    )
  }
  if (changesRole) await (isAdmin ? raise : lower)(tx, self, owner, row, tools)
  await recordActivity(tx, self, {
    action: 'business_user.change_rights',
    object_type: 'business_user',
    object_id: row.id,
    detail: { before, after, ...(changesRole && isAdmin && owner.is_operator ? { waits: true } : {}) },
  })
}

const shopNames = ({ company }: StaffRow, shops: readonly number[]): string =>
  shops.length === 0
    ? 'すべての店舗'
    : company.shops
        .filter(({ id }) => shops.includes(id))
        .map(({ name }) => name)
        .join('、')

type Step = (tx: Tx, self: BusinessActor, owner: Owner, row: StaffRow, tools: MailTools) => Promise<void>

/** In the house it takes a second administrator's confirmation. */
const raise: Step = async (tx, self, owner, row, tools) => {
  const waits = owner.is_operator
  await changeAdmission(tx, row.id, {
    ...(waits ? { is_raise_waiting: true } : { role: 'admin' }),
    raised_by: self.business_user_id,
    raised_at: self.at.toISOString(),
  })
  await notifyAdministrators(tx, self, owner, { what: waits ? 'raise_waiting' : 'raised', who: row }, tools)
}

/** Told before, so that the person concerned is among the administrators who hear of it. */
const lower: Step = async (tx, self, owner, row, tools) => {
  await notifyAdministrators(tx, self, owner, { what: 'lowered', who: row }, tools)
  await changeAdmission(tx, row.id, { role: 'staff', is_raise_waiting: false })
}

export async function endStaff(
  db: Db,
  actor: BusinessActor,
  id: number,
  tools: MailTools,
): Promise<undefined> {
  const row = await inTransaction(db, async (tx) => {
    const { owner, self, row } = await lockedStaff(tx, actor, id)
    if (row.id !== self.business_user_id) requireManager(self, row)
    await requireAnotherAdministrator(tx, row)
    if (row.id === self.business_user_id) throw refuse('own_account')
    await switchAccess(
      tx,
      self,
      { owner, user: await userOf(tx, actor.at, { company: owner.id, id }) },
      false,
      tools,
    )
    return row
  })
  forgetPrincipal(db, row.account_id)
}

export async function inviteStaffAgain(tx: Tx, actor: BusinessActor, id: number, tools: MailTools) {
  const { owner, self, row } = await lockedStaff(tx, actor, id)
  requireManager(self, row)
  await inviteUserAgain(tx, self, { company: owner.id, id }, tools)
  return readStaff(tx, self, id)
}

export async function readmitStaff(db: Db, actor: BusinessActor, id: number, tools: MailTools) {
  const { row, shown } = await inTransaction(db, async (tx) => {
    const { owner, self, row } = await lockedStaff(tx, actor, id)
    requireManager(self, row)
    await switchAccess(
      tx,
      self,
      { owner, user: await userOf(tx, actor.at, { company: owner.id, id }) },
      true,
      tools,
    )
    return { row, shown: await readStaff(tx, self, id) }
  })
  forgetPrincipal(db, row.account_id)
  return shown
}
