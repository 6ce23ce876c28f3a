import { type Audience, announcementLevelLabel, audienceLabel } from '#contract/announcement'
import { announcementStateLabel } from '#contract/setup'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { csvPieces } from '#server/platform/csv'
import type { Db, Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { invalid, invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import {
  type AnnouncementFilter,
  type AnnouncementRow,
  allOfState,
  announcementRow,
  countOfState,
  countSeen,
  deleteAnnouncement,
  insertAnnouncement,
  lockAnnouncement,
  rowsOfState,
  updateAnnouncement,
} from './announcement.queries.ts'
import { announcementProblems, type Publication, timesOf } from './announcement.rules.ts'
import { countReaders, isDealer, isShopOf, type Readers } from './audience.queries.ts'

interface Meant {
  audience?: Audience | undefined
  company?: number | null | undefined
  shop?: number | null | undefined
}

interface Input extends Publication, Meant {
  body: string
  level: 'info' | 'important'
}

export function listForSetup(
  db: Db,
  actor: BusinessActor,
  { state, audience, ...query }: Paged & AnnouncementFilter,
) {
  const filter = { state, audience }
  return paginate(
    query,
    () => countOfState(db, actor, filter),
    (window) => rowsOfState(db, actor, filter, window),
  )
}

const columns = [
  { key: 'id', header: '番号' },
  { key: 'title', header: '見出し' },
  { key: 'body', header: '本文' },
  { key: 'level', header: '種類' },
  { key: 'audience', header: '届ける相手' },
  { key: 'company_name', header: '会社' },
  { key: 'shop_name', header: '店舗' },
  { key: 'state', header: '状況' },
  { key: 'published_at', header: '掲載の開始' },
  { key: 'ends_at', header: '掲載の終了' },
] as const

const cellsOf = (row: AnnouncementRow) => ({
  ...row,
  level: announcementLevelLabel[row.level],
  audience: audienceLabel[row.audience],
  state: announcementStateLabel[row.state],
})

async function* cells(rows: AsyncIterable<AnnouncementRow[]>) {
  for await (const batch of rows) yield batch.map(cellsOf)
}

export const exportForSetup = (
  db: Db,
  actor: BusinessActor,
  filter: AnnouncementFilter,
  signal: AbortSignal,
) => csvPieces([...columns], cells(allOfState(db, actor, filter, signal)), { bom: true })

async function readForSetup(db: Db, actor: BusinessActor, id: number): Promise<AnnouncementRow> {
  const row = await announcementRow(db, actor, id)
  if (!row) throw notFound()
  return row
}

export async function findForSetup(db: Db, actor: BusinessActor, id: number) {
  const row = await readForSetup(db, actor, id)
  return { ...row, seen_count: await countSeen(db, id) }
}

export const announcementExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await announcementRow(db, actor, id)) !== undefined

/** A dealer tells its own people, somebody limited to shops those of one of them. */
async function readersOf(db: Db, actor: BusinessActor, meant: Meant): Promise<Readers> {
  const { audience = 'everyone' } = meant
  const shop_id = meant.shop ?? null
  if (!actor.is_operator && audience === 'everyone')
    throw invalidField('audience', 'すべての方へのお知らせは、運営だけが掲載できます。')
  if (!actor.is_operator && (meant.company ?? actor.company_id) !== actor.company_id)
    throw unknownKey('company', meant.company)
  const company_id = actor.is_operator ? (meant.company ?? null) : actor.company_id
  if (company_id !== null && audience === 'everyone')
    throw invalidField('company', '会社を選べるのは、お客さまか担当者へのお知らせだけです。')
  if (actor.is_operator && company_id !== null && !(await isDealer(db, company_id)))
    throw unknownKey('company', company_id)
  if (shop_id === null && actor.shop_ids !== null)
    throw invalidField('shop', '担当の店舗をひとつ選んでください。')
  if (shop_id !== null) {
    const isWithin = actor.shop_ids === null || actor.shop_ids.includes(shop_id)
    if (company_id === null || !isWithin || !(await isShopOf(db, company_id, shop_id)))
      throw unknownKey('shop', shop_id)
  }
  return { audience, company_id, shop_id }
}

export const announcementReach = async (db: Db, actor: BusinessActor, meant: Meant) => ({
  people: await countReaders(db, await readersOf(db, actor, meant)),
})

async function columnsOf(tx: Tx, actor: BusinessActor, input: Input, before?: AnnouncementRow) {
  const times = timesOf(input, before, actor.at)
  const problems = announcementProblems(input, times, before, actor.at)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const { title, body, level } = input
  return { title, body, level, ...times, ...(await readersOf(tx, actor, input)) }
}

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'replace' | 'withdraw' | 'delete',
  { id, state, audience, company, shop }: AnnouncementRow,
) =>
  recordActivity(tx, actor, {
    action: `announcement.${act}`,
    object_type: 'announcement',
    object_id: id,
    detail: { state, audience, company, shop },
  })

export async function createAnnouncement(tx: Tx, actor: BusinessActor, input: Input) {
  const columns = await columnsOf(tx, actor, input)
  const author_id = actor.is_operator ? null : actor.company_id
  const id = await insertAnnouncement(tx, { ...columns, author_id })
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
  await updateAnnouncement(tx, id, await columnsOf(tx, actor, input, before))
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
