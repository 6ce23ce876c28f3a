import type { accountCalls } from '#contract/account'
import type { CallBody, CallResult } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { changedData, noData, searchTextOf } from '#server/domains/account/profile.rules'
import { mailSignupLink, openAccount } from '#server/domains/account/sign-up.service'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { nextId } from '#server/platform/next-id'
import { hashPassword, passwordProblems } from '#server/platform/password'
import { invalid } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'

type SignupBody = CallBody<typeof accountCalls.signup>

/** Without a link it only mails one; response and work are the same for an address in use. */
export async function signUp(
  db: Db,
  actor: Actor,
  body: SignupBody,
  mayMail: () => Promise<boolean>,
  tools: Pick<Tools, 'keys' | 'config'>,
): Promise<CallResult<typeof accountCalls.signup>> {
  const { token, email } = body
  if (!token) {
    if (await mayMail()) await mailSignupLink(db, actor, body, tools)
    const id = await inTransaction(db, (tx) => nextId(tx, 'account'))
    return { id, email, is_email_auth: false }
  }
  const passwordHash = await hashPassword(body.password)
  return inTransaction(db, async (tx) => {
    const account = await openAccount(tx, actor, { email, token, store: body.store, passwordHash })
    await writeProfile(tx, actor, account, body, tools)
    await recordActivity(tx, actor, {
      action: 'account.sign_up',
      object_type: 'account',
      object_id: account.id,
      detail: { is_email_auth: true, agreed_terms: body.agreed_terms ?? false, store: account.store },
    })
    return { id: account.id, email, is_email_auth: true }
  })
}

/** Refuses bad input before the expensive work. */
export function checkSignUp(body: SignupBody, actor: Actor): void {
  const profile = profileOf(body, actor.at)
  const problems = profile.ok ? {} : profile.fields
  const weak = [body.name, body.agent_name].flatMap((name) =>
    passwordProblems(body.password, { email: body.email, name: name ?? null }),
  )
  if (weak.length > 0) problems.password = [...new Set(weak)]
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

async function writeProfile(
  tx: Tx,
  actor: Actor,
  account: { id: number; isKnown: boolean },
  body: SignupBody,
  tools: Pick<Tools, 'keys'>,
): Promise<void> {
  const at = actor.at.toISOString()
  if (!account.isKnown) {
    const id = await nextId(tx, 'customer')
    const profile = profileColumns(id, body, tools.keys, actor.at)
    await tx
      .insertInto('customer')
      .values({ id, account_id: account.id, created_at: at, updated_at: at, ...profile })
      .execute()
    return
  }
  const { id } = await tx
    .selectFrom('customer')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('customer')
    .set({ ...profileColumns(id, body, tools.keys, actor.at), updated_at: at })
    .where('id', '=', id)
    .execute()
}

function profileOf(body: SignupBody, at: Date) {
  const { name, name_kana, birthday, gender, job, job_detail, phone, address } = body
  const { is_corporate, corporate_number, agent_name, agent_name_kana, agent_authority } = body
  const { is_invoice_issuer, invoice_registration_number } = body
  const corporation = { is_corporate, corporate_number, agent_name, agent_name_kana, agent_authority }
  const profile = { name, name_kana, birthday, gender, job, job_detail, phone, address, ...corporation }
  return changedData(noData, { ...profile, is_invoice_issuer, invoice_registration_number }, tokyoDate(at))
}

function profileColumns(id: number, body: SignupBody, keys: Tools['keys'], at: Date) {
  const profile = profileOf(body, at)
  if (!profile.ok) throw invalid(profile.fields)
  const { birthday, workplace: _none, ...data } = profile.data
  return {
    ...data,
    search_text: searchTextOf(data),
    birthday_enc: birthday ? keys.field.encrypt(birthday, 'customer.birthday_enc', id) : null,
  }
}
