import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { identification } from '#server/platform/db-types'
import { nextId } from '#server/platform/next-id'
import type { Tools } from '#server/platform/tools'

const created = '2026-04-01T10:00:00+09:00'

export type IdentificationOverrides = Partial<Insertable<identification>> & {
  document_number?: string
  verified_birthday?: string
}

export async function makeIdentification(
  db: Db,
  tools: Pick<Tools, 'keys'>,
  of: { customer_id: number; company_id: number },
  overrides: IdentificationOverrides = {},
): Promise<number> {
  const { document_number = '301234567890', verified_birthday = '1990-05-17', ...columns } = overrides
  const isComplete = (overrides.ekyc_status ?? 3) === 3
  const id = await nextId(db, 'identification')
  await db
    .insertInto('identification')
    .values({
      id,
      ...of,
      identification_kind: 1,
      ekyc_status: 3,
      clause: 'clause_7',
      document_name: '運転免許証',
      document_issuer: '東京都公安委員会',
      document_number_enc: tools.keys.field.encrypt(
        document_number,
        'identification.document_number_enc',
        id,
      ),
      verified_name: '佐藤 美咲',
      verified_name_kana: 'サトウ ミサキ',
      verified_birthday_enc: tools.keys.field.encrypt(
        verified_birthday,
        'identification.verified_birthday_enc',
        id,
      ),
      verified_address: '東京都渋谷区神宮前1-2-3メゾン表参道 405',
      mail_delivered_on: '2026-03-30',
      mail_number: '12345678901',
      filed_at: '本店 書庫A-12',
      verified_at: isComplete ? created : null,
      created_at: created,
      ...columns,
    })
    .execute()
  return id
}
