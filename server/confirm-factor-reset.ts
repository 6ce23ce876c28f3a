import { confirmReset, type ResetByServer } from '#server/domains/second-factor/reset.service'
import { systemActor } from '#server/platform/actor'
import type { Booted } from './boot.ts'

const addressOption = '--address'
export const resetOptions: readonly string[] = [addressOption]

export const resetHelp = [
  `${addressOption.padEnd(18)}端末をなくした人のメールアドレス / mail address of who lost the factor`,
  '',
  '運営の管理者が2人のとき、1人が画面で2段階認証の解除を申し出て、もう1人の代わりにこの命令で確認します。',
  '申し出は3日間有効です。記録に残り、すべての管理者にメールで知らせます。',
  'An administrator asks for it in the browser; where no second one can confirm, this command does, within three days.',
  '',
  '例 / Example:',
  'npm run okuru -- second-factor reset --address nozomi@example.com',
].join('\n')

type Given = ReadonlyMap<string, readonly string[]>

const addressIn = (given: Given): string => given.get(addressOption)?.at(-1)?.trim() ?? ''

export const checkReset = (given: Given): string[] =>
  addressIn(given).includes('@')
    ? []
    : [`${addressOption} にメールアドレスを指定してください / name an address`]

const whyNot: Readonly<Record<Exclude<ResetByServer, 'done'>, string>> = {
  unknown: 'そのメールアドレスの担当者はいません。 / Nobody has this address.',
  not_asked:
    'この3日間に解除の申し出がありません。先に、運営の管理者が画面で申し出てください。 / No administrator has asked for it within three days.',
  others_can:
    '確認できる管理者がほかにいます。画面で確認してください。何も変えていません。 / Another administrator can confirm it in the browser. Nothing was changed.',
}

/** Null when it is done. */
export async function resetByServer(
  { db, tools }: Pick<Booted, 'db' | 'tools'>,
  given: Given,
): Promise<string | null> {
  const result = await confirmReset(db, systemActor(tools.clock.now()), addressIn(given), tools)
  return result === 'done' ? null : whyNot[result]
}
