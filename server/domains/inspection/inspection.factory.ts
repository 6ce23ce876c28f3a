import type { Db } from '#server/platform/db'

/** `account_id`: a business account that belongs to nobody of the staff. */
export async function makeInspection(
  db: Db,
  of: {
    company_id: number
    account_id: number
    begun_by: number
    begun_at: string
    valid_until: string
  } & Partial<{
    authority: string
    officer: string
    ended_by: number
    ended_at: string
  }>,
): Promise<number> {
  const { id } = await db
    .insertInto('inspection')
    .values((eb) => ({
      authority: '渋谷警察署 生活安全課',
      officer: '',
      email: eb.selectFrom('account').select('email').where('id', '=', of.account_id),
      ...of,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
