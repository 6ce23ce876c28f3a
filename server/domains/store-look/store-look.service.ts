import {
  type StoreLookInput,
  storeKeyProblems,
  storeLookProblems,
  tidyStoreLook,
} from '#contract/store-look-input'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { invalid, invalidField, notFound, refuse, staleVersion } from '#server/platform/refusal'
import {
  insertLook,
  insertVersion,
  lockLook,
  lookRows,
  shownVersions,
  updateLook,
  versionExists,
  versionRows,
} from './store-look.queries.ts'
import { stateOf, type VersionRow } from './store-look.rules.ts'
import { forgetLooks } from './store-look-kept.service.ts'
import { drawPictures, namedPictures } from './store-picture.service.ts'

const versionsShown = 50

const shownOf = (row: VersionRow) => ({
  ...row,
  logo: row.logo?.url ?? '',
  symbol: row.symbol?.url ?? '',
})

const versionOf = ({ drawn: _drawn, ...row }: VersionRow) => row

export async function listLooks(db: Db) {
  const [looks, versions] = await Promise.all([lookRows(db), shownVersions(db)])
  return looks.flatMap((look) => {
    const shown = versions.get(look.id)
    if (!shown) return []
    const { name, brand, accent, colors, typeface, logo, symbol } = shown
    return [{ ...look, state: stateOf(look), name, brand, accent, colors, typeface, logo, symbol }]
  })
}

export async function readLook(db: Db, key: string) {
  const [look] = await lookRows(db, key)
  if (!look) throw notFound()
  const versions = (await versionRows(db, look.id, versionsShown)).map(versionOf)
  const [newest] = versions
  if (!newest) throw notFound()
  return { ...look, state: stateOf(look), name: newest.name, newest, versions }
}

export const lookExists = async (db: Db, key: string): Promise<boolean> =>
  (await lookRows(db, key)).length > 0

/** Staff of the operator may read; only administrators may write. */
function requireAdmin(actor: BusinessActor): void {
  if (!actor.is_admin) throw refuse('permission_denied')
}

function tidied(input: StoreLookInput): StoreLookInput {
  const look = tidyStoreLook(input)
  const problems = storeLookProblems(look)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return look
}

async function addVersion(
  tx: Tx,
  actor: BusinessActor,
  look: number,
  number: number,
  input: StoreLookInput,
  before: VersionRow | undefined,
): Promise<void> {
  const pictures = await namedPictures(tx, input, before, actor.at)
  const columns = { ...input, ...pictures }
  const drawn = await drawPictures(tx, columns, actor.at)
  await insertVersion(
    tx,
    look,
    number,
    { ...columns, drawn },
    { at: actor.at.toISOString(), name: actor.name },
  )
}

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'save' | 'publish' | 'withdraw',
  key: string,
  detail: Record<string, unknown>,
) =>
  recordActivity(tx, actor, {
    action: `store_look.${act}`,
    object_type: 'store_look',
    object_id: key,
    detail,
  })

export async function createLook(
  tx: Tx,
  actor: BusinessActor,
  { key, ...typed }: StoreLookInput & { key: string },
) {
  requireAdmin(actor)
  const input = tidyStoreLook(typed)
  const problems = { ...storeKeyProblems(key), ...storeLookProblems(input) }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const look = await insertLook(tx, key)
  if (look === undefined) throw invalidField('key', 'このキーのストアは、もう登録されています。')
  await addVersion(tx, actor, look, 1, input, undefined)
  await record(tx, actor, 'create', key, { number: 1 })
  return readLook(tx, key)
}

/** Locks the look; everything that a decision depends on is read afterwards. */
async function locked(tx: Tx, key: string, version: number) {
  if (!(await lockLook(tx, key))) throw notFound()
  const before = await readLook(tx, key)
  if (before.version !== version) throw staleVersion(before)
  return before
}

const changedFields = (before: VersionRow | undefined, input: StoreLookInput): string[] => {
  const was = before && shownOf(before)
  return Object.entries(input).flatMap(([field, value]) =>
    JSON.stringify(value) === JSON.stringify(was?.[field as keyof StoreLookInput]) ? [] : [field],
  )
}

export async function saveLook(
  tx: Tx,
  actor: BusinessActor,
  key: string,
  { version, ...typed }: StoreLookInput & { version: number },
) {
  requireAdmin(actor)
  const input = tidied(typed)
  const before = await locked(tx, key, version)
  const [newest] = await versionRows(tx, before.id, 1)
  const changed = changedFields(newest, input)
  if (changed.length === 0) return before
  await addVersion(tx, actor, before.id, before.number + 1, input, newest)
  await updateLook(tx, before.id, {})
  await record(tx, actor, 'save', key, { number: before.number + 1, changed })
  return readLook(tx, key)
}

export async function publishLook(
  db: Db,
  actor: BusinessActor,
  key: string,
  { number, version }: { number: number; version: number },
) {
  requireAdmin(actor)
  const shown = await inTransaction(db, async (tx) => {
    const before = await locked(tx, key, version)
    if (!(await versionExists(tx, before.id, number)))
      throw invalidField('number', 'この版はありません。ページを開き直してください。')
    await updateLook(tx, before.id, {
      published_number: number,
      published_at: actor.at.toISOString(),
      published_by: actor.name,
      withdrawn_at: null,
    })
    await record(tx, actor, 'publish', key, { number, before: before.published_number })
    return readLook(tx, key)
  })
  forgetLooks(db)
  return shown
}

export async function withdrawLook(db: Db, actor: BusinessActor, key: string, version: number) {
  requireAdmin(actor)
  const left = await inTransaction(db, async (tx) => {
    const before = await locked(tx, key, version)
    if (before.state !== 'published' || key === 'default') throw refuse('illegal_transition')
    await updateLook(tx, before.id, { withdrawn_at: actor.at.toISOString() })
    await record(tx, actor, 'withdraw', key, { number: before.published_number })
    return readLook(tx, key)
  })
  forgetLooks(db)
  return left
}
