// Recovery for a house with fewer than two independent administrators: whoever runs the server vouches for one.
import { foldEmail } from '#server/domains/account/account.rules'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { SystemActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { notifyAdministrators, userOf } from './admission.service.ts'
import { addUser, type Invitation } from './invite.service.ts'
import { possibleSecondPersons } from './second-person.queries.ts'
import {
  changeAdmission,
  lockCompany,
  operatorRow,
  staffByEmail,
  workingAdministrators,
} from './setup.queries.ts'

async function hasTwoPersons(db: Db, house: number): Promise<boolean> {
  for (const id of await workingAdministrators(db, house))
    if ((await possibleSecondPersons(db, id, { admins: true })).length > 0) return true
  return false
}

export type Vouched =
  | { done: true; account_id: number; house: string; has_password: boolean }
  | { done: false; why: 'no_house' | 'two_are_there' }

/** Only while the house has no two independent administrators: they could do it themselves. */
export async function vouchForAdministrator(
  tx: Tx,
  actor: SystemActor,
  person: Omit<Invitation, 'role'>,
  tools: Pick<Tools, 'config'>,
): Promise<Vouched> {
  const house = await operatorRow(tx)
  if (!house) return { done: false, why: 'no_house' }
  await lockCompany(tx, house.id)
  if (await hasTwoPersons(tx, house.id)) return { done: false, why: 'two_are_there' }
  const known = await staffByEmail(tx, foldEmail(person.email))
  if (known && known.company_id !== house.id) throw refuse('email_taken')
  const { id } = known ?? (await addUser(tx, actor, house.id, { ...person, role: 'admin' }))
  await changeAdmission(tx, id, {
    is_active: true,
    role: 'admin',
    invited_by: null,
    readmitted_by: null,
    raised_by: null,
    raised_at: null,
    is_raise_waiting: false,
    readmitted_at: null,
    confirmed_at: actor.at.toISOString(),
    confirmed_by: null,
  })
  const user = await userOf(tx, actor.at, { company: house.id, id })
  await notifyAdministrators(tx, actor, house, { what: 'vouched', who: user }, tools)
  await recordActivity(tx, actor, {
    action: 'business_user.vouch',
    object_type: 'business_user',
    object_id: id,
  })
  return { done: true, account_id: user.account_id, house: house.name, has_password: user.has_password }
}
