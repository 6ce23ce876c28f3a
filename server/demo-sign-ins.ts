// The demo password is in the README, so production must not have these sign-ins unless configured.
import { sql } from 'kysely'
import { endSessions } from '#server/domains/account/account.service'
import { type Db, inTransaction } from '#server/platform/db'
import { verifyPassword } from '#server/platform/password'

export const demoPassword = 'okuru-demo-2026'

export const demoSignIns = [
  ['hanako@example.com', 'お客さま(本人確認済み) / customer'],
  ['taro@example.com', 'お客さま(新規) / new customer'],
  ['staff@aoyama.example', '店舗スタッフ / shop staff'],
  ['admin@aoyama.example', '店舗管理者 / shop admin'],
  ['admin2@aoyama.example', '店舗管理者 / shop admin'],
  ['staff@umeda.example', '別会社のスタッフ / staff of another company'],
  ['inspector@aoyama.example', '立入検査(台帳の閲覧だけ) / inspection of the ledger'],
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

/** Demo accounts (reserved domains, RFC 2606) whose password is unchanged. They share one hash, so few are checked. */
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

/** Clears the passwords, ends all sessions and returns the count. */
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
