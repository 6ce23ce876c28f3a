import { randomBytes } from 'node:crypto'
import { type CaptureSlot, isCaptureSlot, slotsOf } from '#contract/identity-paper'
import type { Actor, CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { createFieldCipher, type FieldCipher } from '#server/platform/field-cipher'
import { dropTemporary, getEncrypted, putEncrypted, type StoredFile } from '#server/platform/files'
import { type Reencoded, reencodeImage } from '#server/platform/image'
import { nextId } from '#server/platform/next-id'
import { notFound, Refusal, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { claimFile, discardNow, noteUnclaimed } from '#server/platform/unclaimed-file'
import type { Upload } from '#server/platform/upload'
import { ownSession, type SessionRow } from './session.queries.ts'
import { isLegible } from './session.rules.ts'
import {
  documentOf,
  dropCaptures,
  editableSession,
  fixed,
  type IdentitySession,
  shownSession,
  touchSession,
} from './session.service.ts'

const keyPlace = 'identity_capture.data_key_enc'

/** Each picture has a key of its own, so deleting the row makes every copy of the file unreadable. */
const cipherOf = (dataKey: Buffer): FieldCipher => createFieldCipher([{ id: 'picture', key: dataKey }])

function requireSlot(row: Pick<SessionRow, 'document' | 'confirmed_at'>, slot: CaptureSlot): void {
  const document = documentOf(row)
  if (document === 'my_number_card' && slot === 'back') throw refuse('my_number_side')
  if (document === null || row.confirmed_at === null || !slotsOf(document).includes(slot))
    throw refuse('illegal_transition')
}

/** The front of a My Number card is taken only when the customer has looked for the number. */
function requireNoNumber(row: Pick<SessionRow, 'document'>, slot: CaptureSlot, { fields }: Upload): void {
  const isCard = documentOf(row) === 'my_number_card' && slot !== 'face'
  if (isCard && fields.shows_no_number !== 'true') throw refuse('my_number_unconfirmed')
}

async function drawn(upload: Upload): Promise<Reencoded> {
  const picture = await reencodeImage(upload.path, { maxEdge: 2000 })
  if ('refused' in picture) throw refuse(picture.refused)
  if (!isLegible(picture)) throw refuse('picture_too_small')
  return picture
}

export async function addCapture(
  db: Db,
  actor: CustomerActor,
  key: { id: number; slot: string },
  read: () => Promise<Upload>,
  tools: Tools,
): Promise<IdentitySession> {
  const { id, slot } = key
  const found = actor.customer_id === null ? undefined : await ownSession(db, id, actor.customer_id)
  if (!found || !isCaptureSlot(slot)) throw notFound()
  requireSlot(found, slot)
  const upload = await read()
  try {
    requireNoNumber(found, slot, upload)
    return await keep(db, actor, { id, slot }, upload, await drawn(upload), tools)
  } finally {
    await dropTemporary(upload.path)
  }
}

async function keep(
  db: Db,
  actor: CustomerActor,
  { id, slot }: { id: number; slot: CaptureSlot },
  upload: Upload,
  picture: Reencoded,
  tools: Tools,
): Promise<IdentitySession> {
  const sealed = await storeSealed(db, { session: id, slot, picture }, actor.at, tools)
  const dropped: string[] = []
  try {
    const session = await inTransaction(db, async (tx) => {
      dropped.length = 0
      const { row } = await editableSession(tx, actor, id)
      requireSlot(row, slot)
      requireNoNumber(row, slot, upload)
      dropped.push(...(await dropCaptures(tx, actor, id, [slot])))
      await insertCapture(tx, actor, id, sealed, tools)
      await fixed(tx, actor, id, [slot])
      await touchSession(tx, actor, id)
      return shownSession(tx, id, row.customer_id)
    })
    await discardNow(db, dropped, tools)
    return session
  } catch (error) {
    if (error instanceof Refusal) await discardNow(db, [sealed.key], tools)
    throw error
  }
}

export interface SealedPicture {
  slot: CaptureSlot
  key: string
  dataKey: Buffer
  picture: Reencoded
}

/** Before the transaction that inserts its row; without one, a job deletes it. */
export async function storeSealed(
  db: Db,
  of: { session: number; slot: CaptureSlot; picture: Reencoded },
  at: Date,
  { files }: Pick<Tools, 'files'>,
): Promise<SealedPicture> {
  const key = `identity/${of.session}/${randomBytes(16).toString('hex')}.sealed`
  const dataKey = randomBytes(32)
  await noteUnclaimed(db, { key, thumbnail_key: '' }, at)
  await putEncrypted(files, cipherOf(dataKey), key, of.picture.bytes, of.picture.contentType)
  return { slot: of.slot, key, dataKey, picture: of.picture }
}

export async function insertCapture(
  tx: Tx,
  actor: Actor,
  sessionId: number,
  { slot, key, dataKey, picture }: SealedPicture,
  { keys }: Pick<Tools, 'keys'>,
): Promise<void> {
  await claimFile(tx, key)
  const id = await nextId(tx, 'identity_capture')
  await tx
    .insertInto('identity_capture')
    .values({
      id,
      session_id: sessionId,
      slot,
      key,
      data_key_enc: keys.field.encryptBytes(dataKey, keyPlace, id),
      width: picture.width,
      height: picture.height,
      size: picture.bytes.length,
      created_at: actor.at.toISOString(),
    })
    .execute()
}

export async function openCapture(
  db: Db,
  sessionId: number,
  slot: string,
  tools: Pick<Tools, 'keys' | 'files'>,
): Promise<StoredFile | null> {
  const row = await db
    .selectFrom('identity_capture')
    .select(['id', 'key', 'data_key_enc'])
    .where('session_id', '=', sessionId)
    .where('slot', '=', slot)
    .executeTakeFirst()
  if (!row) return null
  const dataKey = tools.keys.field.decryptBytes(row.data_key_enc, keyPlace, row.id)
  return getEncrypted(tools.files, cipherOf(dataKey), row.key)
}
