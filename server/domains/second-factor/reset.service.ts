import { foldEmail } from '#server/domains/account/account.rules'
import { endSessions, forgetPrincipal } from '#server/domains/account/account.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import {
  mayAdminister,
  notifyAdministrators,
  type Owner,
  userOf,
} from '#server/domains/company/admission.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import {
  isLetInBy,
  requireSecondPerson,
  secondPersonsFor,
} from '#server/domains/company/second-person.service'
import { readCompany, requireSetupAdmin } from '#server/domains/company/setup.service'
import { readStaff } from '#server/domains/company/staff.service'
import type { Actor, BusinessActor, SystemActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { wasResetMail } from './second-factor.mail.ts'
import { factorsOf, hasAny, personOf, staffNamed, waitingReset } from './second-factor.queries.ts'

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
    if (!hasAny(await factorsOf(tx, person.account_id)))
      throw refuse('second_factor_missing', {
        message: 'この担当者は、2段階認証を設定していません。',
      })
    const owner = await readCompany(tx, person.company_id)
    const who = await userOf(tx, actor.at, { company: owner.id, id })
    const asking = owner.is_operator ? await askReset(tx, actor, { ...person, id }) : 'confirmed'
    if (asking !== 'confirmed') {
      // The same administrator asked before, and everybody was notified then.
      if (asking === 'asked')
        await notifyAdministrators(tx, actor, owner, { what: 'factors_reset_waiting', who }, tools)
      return {
        is_done: false,
        able: await secondPersonsFor(tx, actor.business_user_id, 'reset', { except: id }),
      }
    }
    await removeAll(tx, actor, { owner, who }, tools)
    return { is_done: true, able: [] }
  })
  forgetPrincipal(db, person.account_id)
  return result
}

/** What was asked for within three days, by somebody who has not lost their rights since. */
async function openReset(tx: Tx, accountId: number, at: Date) {
  const waiting = await waitingReset(tx, accountId)
  const isOpen =
    waiting !== undefined &&
    new Date(waiting.asked_at) > daysBefore(at, waitingDays) &&
    (await mayAdminister(tx, waiting.asked_by))
  return isOpen ? waiting : undefined
}

/** Confirmed if somebody else has asked for it and this administrator may be the second; records the first one. */
async function askReset(
  tx: Tx,
  actor: BusinessActor,
  { id, account_id }: { id: number; account_id: number },
): Promise<'asked' | 'waiting' | 'confirmed'> {
  const waiting = await openReset(tx, account_id, actor.at)
  if (waiting?.asked_by === actor.business_user_id) return 'waiting'
  if (waiting) {
    await requireSecondPerson(tx, waiting.asked_by, actor, 'reset', { except: id })
    return 'confirmed'
  }
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
  return 'asked'
}

async function removeAll(
  tx: Tx,
  actor: Actor,
  { owner, who }: { owner: Owner; who: Awaited<ReturnType<typeof userOf>> },
  tools: Pick<Tools, 'config'>,
): Promise<void> {
  const { account_id, email } = who
  const isPerson = actor.kind === 'business'
  await tx.deleteFrom('totp_factor').where('account_id', '=', account_id).execute()
  await tx.deleteFrom('passkey').where('account_id', '=', account_id).execute()
  await tx.deleteFrom('recovery_code').where('account_id', '=', account_id).execute()
  await tx
    .updateTable('second_factor_reset')
    .set({ done_by: isPerson ? actor.business_user_id : null, done_at: actor.at.toISOString() })
    .where('account_id', '=', account_id)
    .where('done_at', 'is', null)
    .execute()
  await endSessions(tx, account_id, actor.at)
  await recordActivity(tx, actor, {
    action: 'second_factor.reset',
    object_type: 'account',
    object_id: account_id,
  })
  await notifyAdministrators(tx, actor, owner, { what: 'factors_reset', who }, tools)
  const by = isPerson ? `${actor.name}さん` : 'サーバーの管理者'
  const text = wasResetMail(tools.config.publicUrl, by, actor.at)
  await queueSignedMail(tx, { account_id, to: email, ...text }, actor.at)
}

export type ResetByServer = 'done' | 'unknown' | 'not_asked' | 'others_can'

/**
 * For a house in which nobody else can confirm what an administrator asked for, such as one of two: whoever runs the server
 * does. Neither can do it alone.
 */
export async function confirmReset(
  db: Db,
  actor: SystemActor,
  email: string,
  tools: Pick<Tools, 'config'>,
): Promise<ResetByServer> {
  const person = await staffNamed(db, foldEmail(email))
  if (!person) return 'unknown'
  const result = await inTransaction(db, async (tx): Promise<ResetByServer> => {
    await tx.selectFrom('account').select('id').where('id', '=', person.account_id).forUpdate().execute()
    const asked = await openReset(tx, person.account_id, actor.at)
    if (!asked) return 'not_asked'
    if ((await secondPersonsFor(tx, asked.asked_by, 'reset', { except: person.id })).length > 0)
      return 'others_can'
    const owner = await readCompany(tx, person.company_id)
    const who = await userOf(tx, actor.at, { company: owner.id, id: person.id })
    await removeAll(tx, actor, { owner, who }, tools)
    return 'done'
  })
  forgetPrincipal(db, person.account_id)
  return result
}
