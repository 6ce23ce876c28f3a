// The sign-ins of the demo world. Their password stands in the README, so production must not hold them unasked.
import { sql } from 'kysely'
import { endSessions } from '#server/domains/account/account.service'
import { type Db, inTransaction } from '#server/platform/db'
import { verifyPassword } from '#server/platform/password'

export const demoPassword = 'okuru-demo-2026'

/** Those a person at the terminal is told of. */
export const demoSignIns = [
  ['hanako@example.com', 'お客さま(本人確認済み) / customer'],
  ['taro@example.com', 'お客さま(新規) / new customer'],
  ['staff@aoyama.example', '店舗スタッフ / shop staff'],
  ['admin@aoyama.example', '店舗管理者 / shop admin'],
  ['admin2@aoyama.example', '店舗管理者 / shop admin'],
  ['staff@umeda.example', '別会社のスタッフ / staff of another company'],
  ['operator@okuru.example', '運営 / operator'],
  ['approver@okuru.example', '運営(承認) / approver'],
] as const

export async function hasDemo(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', demoSignIns[0][0])
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Accounts with an address nobody can own (RFC 2606), as all of the demo have, that still open with its password. The
 * demo has one hash for all of them, so a few are checked however many there are.
 */
export async function openDemoAccounts(db: Db): Promise<number[]> {
  const { rows } = await sql<{ password_hash: string; ids: number[] }>`
    select password_hash, array_agg(id order by id) as ids from account
    where password_hash is not null and (email_folded like '%@example.com' or email_folded like '%.example')
    group by password_hash order by count(*) desc limit 50`.execute(db)
  const open: number[] = []
  for (const { password_hash, ids } of rows) {
    if (await verifyPassword(password_hash, demoPassword)) open.push(...ids.map(Number))
  }
  return open
}

/** Production starts with them only when `OKURU_DEMO` asks for the demo by name. */
export async function refuseDemoAccounts(db: Db): Promise<void> {
  const open = await openDemoAccounts(db)
  if (open.length === 0) return
  throw new Error(
    `本番のデータベースに、見本のログインが${open.length}件、公開されているパスワードのまま残っています。起動しません。` +
      '「npm run okuru -- demo close」で閉じるか、見本の入っていないデータベースを DATABASE_URL に指定してください。' +
      '見本の画面として公開するときだけ、OKURU_DEMO=1 を指定します。 / ' +
      `This database still has ${open.length} demo sign-ins with their published password, so production does not start. ` +
      'Close them with "npm run okuru -- demo close", or use a database without demo data. Only to show the demo itself: OKURU_DEMO=1.',
  )
}

/** Takes the password off the demo's accounts and ends their devices. Answers how many there were. */
export async function closeDemoAccounts(db: Db, at: Date): Promise<number> {
  const open = await openDemoAccounts(db)
  await inTransaction(db, async (tx) => {
    for (const id of open) {
      await tx.updateTable('account').set({ password_hash: null }).where('id', '=', id).execute()
      await endSessions(tx, id, at)
    }
  })
  return open.length
}
