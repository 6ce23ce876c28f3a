import type { CallBody, CallQuery } from '#contract/call'
import { addDays, tokyoDate } from '#contract/day'
import type { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { recordActivity } from '#server/domains/activity/activity.service'
import { currentBrand } from '#server/domains/catalogue/catalogue.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { paginate } from '#server/platform/paging'
import { invalid, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import { categoryRows, seasonRows, statusRows } from './master.queries.ts'
import { lockMasters } from './master.service.ts'
import {
  countTemplates,
  endTemplate,
  insertTemplate,
  type TemplateRow,
  templateRow,
  templateRows,
  templatesLike,
  versionsOf,
} from './template.queries.ts'
import { type TemplateInput, templateOf, templateProblems, tieWith } from './template.rules.ts'

export const listTemplates = (
  db: Db,
  actor: BusinessActor,
  { page, size, ...filter }: CallQuery<typeof calls.priceTemplates>,
) =>
  paginate(
    { page, size },
    () => countTemplates(db, actor, filter),
    (window) => templateRows(db, actor, filter, window),
  )

async function readTemplate(db: Db, actor: BusinessActor, id: number): Promise<TemplateRow> {
  const row = await templateRow(db, actor, id)
  if (!row) throw notFound()
  return row
}

export const templateExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await templateRow(db, actor, id)) !== undefined

export async function templateHistory(db: Db, actor: BusinessActor, id: number): Promise<TemplateRow[]> {
  const rows = await versionsOf(db, actor, id)
  if (rows.length === 0) throw notFound()
  return rows
}

type Input = CallBody<typeof calls.createPriceTemplate>

async function checked(tx: Tx, actor: BusinessActor, given: Input): Promise<TemplateInput> {
  const problems = templateProblems(given)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const brand = given.brand === null ? null : await currentBrand(tx, given.brand)
  if (brand === undefined) throw unknownKey('brand', given.brand)
  const knows = (rows: readonly { id: number }[], id: number | null) =>
    id === null || rows.some((row) => row.id === id)
  if (!knows(await categoryRows(tx, actor.company_id), given.category))
    throw unknownKey('category', given.category)
  if (!knows(await statusRows(tx, actor.company_id), given.condition))
    throw unknownKey('condition', given.condition)
  if (!knows(await seasonRows(tx, actor.company_id), given.season)) throw unknownKey('season', given.season)
  return { ...given, brand }
}

/** Nothing would say which of two counts, so the second is refused. */
async function refuseTie(tx: Tx, actor: BusinessActor, input: TemplateInput, except: readonly number[] = []) {
  const others = (await templatesLike(tx, actor.company_id, input)).filter(({ id }) => !except.includes(id))
  const tie = tieWith(templateOf(0, input), others)
  if (!tie) return
  const until = tie.valid_to === null ? '' : tie.valid_to
  throw refuse('guard_failed', {
    message: `同じ品に当てはまるテンプレート(番号${tie.id}、${tie.valid_from}〜${until})があり、どちらを使うか決まりません。条件か適用の日を変えてください。`,
    extra: { template: tie.id },
  })
}

const figures = ({ base, band_permille, valid_from, valid_to }: TemplateInput) => ({
  base_amount: base,
  band_permille,
  valid_from,
  valid_to,
})

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'replace' | 'end',
  id: number,
  detail: Record<string, unknown>,
) =>
  recordActivity(tx, actor, { action: `pre_assessment.template_${act}`, detail: { template: id, ...detail } })

export async function createTemplate(tx: Tx, actor: BusinessActor, given: Input): Promise<TemplateRow> {
  await lockMasters(tx, actor.company_id)
  const input = await checked(tx, actor, given)
  await refuseTie(tx, actor, input)
  const id = await insertTemplate(tx, actor, input, null)
  await record(tx, actor, 'create', id, figures(input))
  return readTemplate(tx, actor, id)
}

/**
 * What was named keeps the version it was named by. A version that begins later ends the one before it the day before, and
 * until then that one counts.
 */
export async function replaceTemplate(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  given: CallBody<typeof calls.replacePriceTemplate>,
): Promise<TemplateRow> {
  await lockMasters(tx, actor.company_id)
  const before = await readTemplate(tx, actor, id)
  if (before.replaced_at !== null) {
    const [newest] = await versionsOf(tx, actor, id)
    throw staleVersion(newest ?? before)
  }
  const input = await checked(tx, actor, given)
  const begins = input.valid_from > tokyoDate(actor.at) && input.valid_from > before.valid_from
  await endTemplate(tx, id, actor.at)
  if (begins) {
    const dayBefore = addDays(input.valid_from, -1)
    const ends = before.valid_to !== null && before.valid_to < dayBefore ? before.valid_to : dayBefore
    await insertTemplate(tx, actor, { ...before, valid_to: ends }, id)
  }
  await refuseTie(tx, actor, input)
  const made = await insertTemplate(tx, actor, input, id)
  await record(tx, actor, 'replace', made, { before: figures(before), after: figures(input) })
  return readTemplate(tx, actor, made)
}

export async function removeTemplate(tx: Tx, actor: BusinessActor, id: number): Promise<void> {
  await lockMasters(tx, actor.company_id)
  const before = await readTemplate(tx, actor, id)
  if (before.replaced_at !== null) return
  await endTemplate(tx, id, actor.at)
  await record(tx, actor, 'end', id, figures(before))
}
