import type { Db } from '#server/platform/db'

/** A passkey of another host: it proves nothing here. */
export async function makePasskey(db: Db, accountId: number): Promise<number> {
  const { id } = await db
    .insertInto('passkey')
    .values({
      account_id: accountId,
      credential_id: `passkey-${accountId}`,
      public_key: Buffer.alloc(32),
      sign_count: 0,
      transports: ['internal'],
      rp_id: 'okuru.example',
      name: '店のパソコン',
      is_synced: false,
      created_at: '2026-11-20T10:00:00+09:00',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
