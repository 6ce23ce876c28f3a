import { endSessions, forgetPrincipal } from '#server/domains/account/account.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import { mayAdminister, notifyAdministrators, userOf } from '#server/domains/company/admission.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import {
  isLetInBy,
  requireSecondPerson,
  secondPersonsFor,
} from '#server/domains/company/second-person.service'
import { readCompany, requireSetupAdmin } from '#server/domains/company/setup.service'
import { readStaff } from '#server/domains/company/staff.service'
import type { BusinessActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { wasResetMail } from './second-factor.mail.ts'
import { factorsOf, personOf, waitingReset } from './second-factor.queries.ts'

export const waitingDays = 3

/** For a colleague who lost their factors. Whoever was let in by a person cannot reset that person. */
export async function resetFactors(
  db: Db,
  actor: BusinessActor,
  id: number,
  tools: Pick<Tools, 'config'>,
): Promise<{ is_done: boolean; able: string[] }> {
  const person = await personOf(db, id)
  if (!person) throw notFound()
  if (id === actor.business_user_id) throw refuse('own_second_factor')
  if (person.company_id === actor.company_id) {
    // By the rule for managing a colleague: somebody limited to shops has no power over who is not.
    const { may_manage } = await readStaff(db, actor, id)
    if (!may_manage) throw refuse('permission_denied')
  } else if (!actor.is_operator) throw notFound()
  else requireSetupAdmin(actor)
  if (await isLetInBy(db, actor.business_user_id, id)) throw refuse('second_factor_of_host')
  const result = await inTransaction(db, async (tx) => {
    // Of two administrators at once the second waits, and then is the second person.
    await tx.selectFrom('account').select('id').where('id', '=', person.account_id).forUpdate().execute()
    if (!(await factorsOf(tx, person.account_id)).totp)
      throw refuse('second_factor_missing', {
        message: 'この担当者は、2段階認証を設定していません。',
      })
    const owner = await readCompany(tx, person.company_id)
    const who = await userOf(tx, actor.at, { company: owner.id, id })
    if (owner.is_operator && !(await isSecond(tx, actor, { ...person, id }))) {
      await notifyAdministrators(tx, actor, owner, { what: 'factors_reset_waiting', who }, tools)
      return { is_done: false, able: await secondPersonsFor(tx, actor.business_user_id, 'reset', id) }
    }
    await removeAll(tx, actor, person.account_id)
    await notifyAdministrators(tx, actor, owner, { what: 'factors_reset', who }, tools)
    const text = wasResetMail(tools.config.publicUrl, `${actor.name}さん`, actor.at)
    await queueSignedMail(tx, { account_id: person.account_id, to: who.email, ...text }, actor.at)
    return { is_done: true, able: [] }
  })
  forgetPrincipal(db, person.account_id)
  return result
}

/** True if somebody else has asked for it and this administrator may be the second; records the first one. */
async function isSecond(
  tx: Tx,
  actor: BusinessActor,
  { id, account_id }: { id: number; account_id: number },
): Promise<boolean> {
  const waiting = await waitingReset(tx, account_id)
  const isOpen =
    waiting !== undefined &&
    new Date(waiting.asked_at) > daysBefore(actor.at, waitingDays) &&
    // Not if they have lost their rights since.
    (await mayAdminister(tx, waiting.asked_by))
  if (isOpen && waiting.asked_by !== actor.business_user_id) {
    await requireSecondPerson(tx, waiting.asked_by, actor, 'reset', id)
    return true
  }
  if (!isOpen) {
    await tx
      .deleteFrom('second_factor_reset')
      .where('account_id', '=', account_id)
      .where('done_at', 'is', null)
      .execute()
    await tx
      .insertInto('second_factor_reset')
      .values({ account_id, asked_by: actor.business_user_id, asked_at: actor.at.toISOString() })
      .execute()
    await recordActivity(tx, actor, {
      action: 'second_factor.ask_reset',
      object_type: 'account',
      object_id: account_id,
    })
  }
  return false
}

async function removeAll(tx: Tx, actor: BusinessActor, accountId: number): Promise<void> {
  await tx.deleteFrom('totp_factor').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await tx
    .updateTable('second_factor_reset')
    .set({ done_by: actor.business_user_id, done_at: actor.at.toISOString() })
    .where('account_id', '=', accountId)
    .where('done_at', 'is', null)
    .execute()
  await endSessions(tx, accountId, actor.at)
  await recordActivity(tx, actor, {
    action: 'second_factor.reset',
    object_type: 'account',
    object_id: accountId,
  })
}
