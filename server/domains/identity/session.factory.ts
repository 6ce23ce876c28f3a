import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import { ekyc } from '#contract/codes'
import { type CaptureSlot, type IdentityDocument, slotsOf } from '#contract/identity-paper'
import type { Db } from '#server/platform/db'
import type { identity_session } from '#server/platform/db-types'
import { createFieldCipher } from '#server/platform/field-cipher'
import { putEncrypted } from '#server/platform/files'
import { nextId } from '#server/platform/next-id'
import type { Tools } from '#server/platform/tools'

const created = '2026-11-20T10:00:00+09:00'

interface Made {
  session: number
  review: number
}

interface Given {
  customer_id: number
  company_id: number
  ekyc_status?: number
  document?: IdentityDocument
  submitted_at?: string
  review_by?: string
  session?: Partial<Insertable<identity_session>>
  pictureOf?: (slot: CaptureSlot) => Promise<Buffer>
}

const plain = (): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#c9d6de' } })
    .webp()
    .toBuffer()

/** Handed in, with a picture of every side, unless told otherwise. */
export async function makeIdentitySession(
  db: Db,
  tools: Pick<Tools, 'keys' | 'files'>,
  { customer_id, company_id, ...given }: Given,
): Promise<Made> {
  const { ekyc_status = ekyc.IN_REVIEW, document = 'driving_licence', pictureOf = plain } = given
  const session = await db
    .insertInto('identity_session')
    .values({
      customer_id,
      document,
      document_expires_on: '2028-05-12',
      confirmed_at: created,
      expires_at: '2026-12-31T23:59:59+09:00',
      version: 7,
      created_at: created,
      updated_at: created,
      ...given.session,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { submitted_at = created, review_by = '2026-11-24T18:00:00+09:00' } = given
  const review = await db
    .insertInto('identity_review')
    .values({ session_id: session.id, company_id, ekyc_status, submitted_at, review_by, created_at: created })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const slot of slotsOf(document)) await makeCapture(db, tools, session.id, slot, await pictureOf(slot))
  return { session: session.id, review: review.id }
}

async function makeCapture(
  db: Db,
  tools: Pick<Tools, 'keys' | 'files'>,
  session_id: number,
  slot: CaptureSlot,
  bytes: Buffer,
): Promise<void> {
  const id = await nextId(db, 'identity_capture')
  const key = `identity/${session_id}/${randomBytes(16).toString('hex')}.sealed`
  const dataKey = randomBytes(32)
  await putEncrypted(
    tools.files,
    createFieldCipher([{ id: 'picture', key: dataKey }]),
    key,
    bytes,
    'image/webp',
  )
  const { width, height } = await sharp(bytes).metadata()
  await db
    .insertInto('identity_capture')
    .values({
      id,
      session_id,
      slot,
      key,
      data_key_enc: tools.keys.field.encryptBytes(dataKey, 'identity_capture.data_key_enc', id),
      width,
      height,
      size: bytes.length,
      created_at: created,
    })
    .execute()
}
