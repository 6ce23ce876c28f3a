import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { invalid, notFound, refuse, staleVersion } from '#server/platform/refusal'
import {
  type AnnouncementRow,
  announcementRow,
  countOfState,
  deleteAnnouncement,
  insertAnnouncement,
  lockAnnouncement,
  rowsOfState,
  updateAnnouncement,
} from './announcement.queries.ts'
import {
  type AnnouncementState,
  announcementProblems,
  type Publication,
  timesOf,
} from './announcement.rules.ts'

interface Input extends Publication {
  body: string
  level: 'info' | 'important'
}

export function listForSetup(
  db: Db,
  actor: BusinessActor,
  { state, ...query }: Paged & { state?: AnnouncementState | undefined },
) {
  const at = actor.at.toISOString()
  return paginate(
    query,
    () => countOfState(db, at, state),
    (window) => rowsOfState(db, at, state, window),
  )
}

export async function readForSetup(db: Db, actor: BusinessActor, id: number): Promise<AnnouncementRow> {
  const row = await announcementRow(db, actor.at, id)
  if (!row) throw notFound()
  return row
}

export const announcementExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await announcementRow(db, actor.at, id)) !== undefined

function columnsOf(input: Input, before: AnnouncementRow | undefined, at: Date) {
  const times = timesOf(input, before, at)
  const problems = announcementProblems(input, times, before, at)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const { title, body, level } = input
  return { title, body, level, ...times }
}

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'replace' | 'withdraw' | 'delete',
  { id, state }: AnnouncementRow,
) =>
  recordActivity(tx, actor, {
    action: `announcement.${act}`,
    object_type: 'announcement',
    object_id: id,
    detail: { state },
  })

export async function createAnnouncement(tx: Tx, actor: BusinessActor, input: Input) {
  const id = await insertAnnouncement(tx, columnsOf(input, undefined, actor.at))
  const made = await readForSetup(tx, actor, id)
  await record(tx, actor, 'create', made)
  return made
}

async function locked(tx: Tx, actor: BusinessActor, id: number, version?: number): Promise<AnnouncementRow> {
  await lockAnnouncement(tx, id)
  const before = await readForSetup(tx, actor, id)
  if (version !== undefined && before.version !== version) {
    throw staleVersion(before)
  }
  return before
}

export async function replaceAnnouncement(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: Input & { version: number },
) {
  const before = await locked(tx, actor, id, version)
  await updateAnnouncement(tx, id, columnsOf(input, before, actor.at))
  const after = await readForSetup(tx, actor, id)
  await record(tx, actor, 'replace', after)
  return after
}

export async function withdrawAnnouncement(tx: Tx, actor: BusinessActor, id: number, version: number) {
  const before = await locked(tx, actor, id, version)
  if (before.state === 'draft' || before.state === 'ended') throw refuse('illegal_transition')
  await updateAnnouncement(
    tx,
    id,
    before.state === 'shown' ? { ends_at: actor.at.toISOString() } : { published_at: null },
  )
  const after = await readForSetup(tx, actor, id)
  await record(tx, actor, 'withdraw', after)
  return after
}

export async function removeAnnouncement(tx: Tx, actor: BusinessActor, id: number): Promise<void> {
  const before = await locked(tx, actor, id)
  if (before.state === 'shown' || before.state === 'ended') throw refuse('announcement_published')
  await deleteAnnouncement(tx, id)
  await record(tx, actor, 'delete', before)
}
