import { createHmac, randomInt } from 'node:crypto'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { Db, Tx } from '#server/platform/db'
import type { Secret } from '#server/platform/keys'
import type { SignInGuard } from '#server/platform/sign-in-guard'
import type { Audience } from '#server/platform/token'
import type { Tools } from '#server/platform/tools'
import { signInCodeMail } from './account.mail.ts'
import { usableAccountsByEmail } from './account.queries.ts'
import { guardedAddress } from './account.rules.ts'
import { hashLink, isOpenLink, mailAllowance, makeLink, tieToMail } from './mail-link.service.ts'
import { takeMailRequest } from './mail-request.service.ts'

const digits = 8

/** HMAC with a key outside the database: eight digits could be brute-forced by a reader of the table. */
const codeToken = (accountId: number, code: string, key: Secret): string =>
  createHmac('sha256', key).update(`code\0${accountId}\0${code}`, 'utf8').digest('base64url')

/** Earlier codes stay valid, so that a stranger's request does not spoil the owner's. */
export async function mailSignInCode(
  tx: Tx,
  mail: { id: number; kind: Audience },
  at: Date,
  guard: SignInGuard,
  { keys }: Pick<Tools, 'keys'>,
): Promise<void> {
  const email = await takeMailRequest(tx, 'sign_in_code', mail.id, at)
  if (email === undefined || !(await guard.isGuarded(guardedAddress(mail.kind, email)))) return
  const account = (await usableAccountsByEmail(tx, email, at)).find(({ kind }) => kind === mail.kind)
  if (!account) return
  const link = { purpose: 'sign_in_code', account_id: account.id, email: account.email } as const
  const allowed = await mailAllowance(tx, link, at)
  if (!allowed) return
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const made = await makeLink(tx, link, at, { ...allowed, token: codeToken(account.id, code, keys.mark) })
  const text = signInCodeMail(code, allowed.minutes)
  const mailed = await queueSignedMail(tx, { account_id: account.id, to: account.email, ...text }, at)
  await tieToMail(tx, made, mailed)
}

/** Does not consume the code; a successful sign-in does. */
export async function isCodeOf(
  db: Db,
  accountId: number | undefined,
  typed: string,
  at: Date,
  { keys }: Pick<Tools, 'keys'>,
): Promise<boolean> {
  // Queries for unknown accounts too, so that timing reveals nothing.
  const id = accountId ?? 0
  const code = typed.normalize('NFKC').replaceAll(/\D/g, '')
  const row = await db
    .selectFrom('mail_token')
    .select('id')
    .where('token_hash', '=', hashLink(codeToken(id, code, keys.mark)))
    .where('account_id', '=', id)
    .where('purpose', '=', 'sign_in_code')
    .where(isOpenLink(at))
    .executeTakeFirst()
  return row !== undefined
}
