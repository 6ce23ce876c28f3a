import { mailInvitation, makeInvitationLink } from '#server/domains/account/invitation.service'
import { type Vouched, vouchForAdministrator } from '#server/domains/company/vouch.service'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { Refusal } from '#server/platform/refusal'
import type { Booted } from './boot.ts'
import { readUser, userOption } from './setup-operator.ts'

export const administratorOptions: readonly string[] = [userOption]

export const administratorHelp = [
  `${userOption.padEnd(18)}管理者「氏名 <メール>」/ the administrator as "name <address>"`,
  '',
  '運営で2人の管理者が互いに確認できないとき(1人しか残っていない、1人がもう1人を招待した)に使います。',
  '記録に残り、運営のすべての管理者にメールで知らせます。',
  'For a house without two administrators who can confirm each other. It is recorded, and all of them are told.',
  '',
  '例 / Example:',
  'npm run okuru -- setup administrator --user "内幸 望 <nozomi@example.com>"',
].join('\n')

type Given = ReadonlyMap<string, readonly string[]>

export function readAdministrator(given: Given): { name: string; email: string } | string[] {
  const texts = given.get(userOption) ?? []
  const user = texts.length === 1 ? readUser(texts[0] ?? '') : null
  return (
    user ?? [
      `${userOption} は「氏名 <メール>」の形で1つ指定してください / give one ${userOption} as "name <address>"`,
    ]
  )
}

const whyNot: Readonly<Record<Extract<Vouched, { done: false }>['why'], string>> = {
  no_house:
    '運営の会社がまだありません。先に setup operator を実行してください。 / There is no operator yet.',
  two_are_there:
    '互いに確認できる管理者が2人います。画面から招待し、もう1人が確認してください。何も変えていません。 / There are already two administrators, who can confirm others: invite in the browser. Nothing was changed.',
}

export type Added =
  | { done: false; problem: string }
  | { done: true; mailed: boolean; link: { email: string; url: string } | undefined }

export async function addAdministrator(
  { db, tools }: Pick<Booted, 'db' | 'tools'>,
  person: { name: string; email: string },
): Promise<Added> {
  const actor = systemActor(tools.clock.now())
  try {
    return await inTransaction(db, async (tx): Promise<Added> => {
      const vouched = await vouchForAdministrator(tx, actor, person, tools)
      if (!vouched.done) return { done: false, problem: whyNot[vouched.why] }
      const { account_id, house: company } = vouched
      if (vouched.has_password) return { done: true, mailed: false, link: undefined }
      if (!tools.config.smtp)
        return { done: true, mailed: false, link: await makeInvitationLink(tx, account_id, actor.at, tools) }
      await mailInvitation(tx, { account_id, company }, actor.at, tools)
      return { done: true, mailed: true, link: undefined }
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'email_taken')
      return {
        done: false,
        problem:
          'このメールアドレスは、ほかの会社の担当者が使っています。 / The mail address belongs to another company.',
      }
    throw error
  }
}
