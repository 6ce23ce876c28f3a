import { sql } from 'kysely'
import type { CallBody, CallQuery } from '#contract/call'
import type { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { foldSearch } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { invalidField, notFound, staleVersion } from '#server/platform/refusal'
import { isSeasonUsed, type SeasonRow, seasonRows } from './master.queries.ts'
import { inMemory, lockMasters } from './master.service.ts'

export async function listSeasons(
  db: Db,
  actor: BusinessActor,
  { is_active, ...paged }: CallQuery<typeof calls.seasonTags>,
) {
  const rows = await seasonRows(db, actor.company_id)
  return inMemory(
    paged,
    rows.filter((row) => is_active === undefined || row.is_active === is_active),
  )
}

export async function readSeason(db: Db, actor: BusinessActor, id: number): Promise<SeasonRow> {
  const row = (await seasonRows(db, actor.company_id)).find((season) => season.id === id)
  if (!row) throw notFound()
  return row
}

export const seasonExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await seasonRows(db, actor.company_id)).some((season) => season.id === id)

type Season = CallBody<typeof calls.createSeasonTag>

export const mostSeasons = 50

async function requireFreeName(tx: Tx, actor: BusinessActor, name: string, except?: number) {
  const others = (await seasonRows(tx, actor.company_id)).filter(({ id }) => id !== except)
  if (others.some((other) => foldSearch(other.name) === foldSearch(name)))
    throw invalidField('name', '同じ名前の季節があります。')
  if (except === undefined && others.length >= mostSeasons)
    throw invalidField('non_field_errors', `季節は${mostSeasons}件まで登録できます。`)
}

const inOrder = (months: readonly number[]): number[] =>
  [...new Set(months)].sort((one, other) => one - other)

const wordsOf = ({ name, months, factor_permille, is_active }: Season) => ({
  name,
  months: months.join(','),
  factor_permille,
  is_active,
})

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'change' | 'remove',
  detail: Record<string, unknown>,
) => recordActivity(tx, actor, { action: `pre_assessment.season_${act}`, detail })

export async function createSeason(tx: Tx, actor: BusinessActor, input: Season): Promise<SeasonRow> {
  await lockMasters(tx, actor.company_id)
  await requireFreeName(tx, actor, input.name)
  const { id } = await tx
    .insertInto('season_tag')
    .values({ company_id: actor.company_id, ...input, months: inOrder(input.months) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await readSeason(tx, actor, id)
  await record(tx, actor, 'create', wordsOf(made))
  return made
}

export async function changeSeason(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, months, ...input }: CallBody<typeof calls.updateSeasonTag>,
): Promise<SeasonRow> {
  await lockMasters(tx, actor.company_id)
  const before = await readSeason(tx, actor, id)
  if (before.version !== version) throw staleVersion(before)
  if (input.name !== undefined) await requireFreeName(tx, actor, input.name, id)
  await tx
    .updateTable('season_tag')
    .set({ ...input, ...(months && { months: inOrder(months) }), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  const after = await readSeason(tx, actor, id)
  await record(tx, actor, 'change', { before: wordsOf(before), after: wordsOf(after) })
  return after
}

/** One that was used stays, out of use, for what was named with it. */
export async function removeSeason(tx: Tx, actor: BusinessActor, id: number): Promise<void> {
  await lockMasters(tx, actor.company_id)
  const { name } = await readSeason(tx, actor, id)
  if (await isSeasonUsed(tx, id))
    await tx
      .updateTable('season_tag')
      .set({ is_active: false, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
  else await tx.deleteFrom('season_tag').where('id', '=', id).execute()
  await record(tx, actor, 'remove', { name })
}
