import { sql } from 'kysely'
import type { CallBody, CallQuery } from '#contract/call'
import { itemGender } from '#contract/codes'
import type { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { foldSearch } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import { currentBrand } from '#server/domains/catalogue/catalogue.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, lockNamed, type Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { invalidField, notFound, staleVersion } from '#server/platform/refusal'
import {
  type BrandFilter,
  type BrandRow,
  brandRows,
  type CategoryRow,
  categoryRows,
  countBrands,
  isStatusUsed,
  type StatusRow,
  statusRows,
} from './master.queries.ts'
import { moveTemplates } from './template.queries.ts'

export { operatorRows } from './master.queries.ts'

/** Masters of one company change one after another, so that names, versions and files hold. */
export const lockMasters = (tx: Tx, company: number): Promise<void> =>
  lockNamed(tx, `pre-assessment.${company}`)

export const genders = Object.entries(itemGender)
  .map(([id, name]) => ({ id: Number(id), name }))
  .sort((one, other) => one.id - other.id)

/** A page of rows that are few enough to be read at once. */
export const inMemory = <Row>(query: Paged, rows: readonly Row[]) =>
  paginate(
    query,
    async () => rows.length,
    async ({ limit, offset }) => rows.slice(offset, offset + limit),
  )

export const listBrands = (db: Db, actor: BusinessActor, { page, size, ...filter }: Paged & BrandFilter) =>
  paginate(
    { page, size },
    () => countBrands(db, actor, filter),
    (window) => brandRows(db, actor, filter, window),
  )

async function brandOf(db: Db, actor: BusinessActor, id: number): Promise<BrandRow> {
  const [row] = await brandRows(db, actor, { id }, { limit: 1, offset: 0 })
  if (!row) throw notFound()
  return row
}

export const brandExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await countBrands(db, actor, { id })) > 0

export async function writeBrand(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { rank, factor_permille, version }: CallBody<typeof calls.writeBrand>,
): Promise<BrandRow> {
  await lockMasters(tx, actor.company_id)
  const brand = await currentBrand(tx, id)
  if (brand === undefined) throw notFound()
  const before = await brandOf(tx, actor, brand)
  if (before.version !== version) throw staleVersion(before)
  await sql`
    insert into pre_assessment_brand (company_id, brand_id, rank, factor_permille)
    values (${actor.company_id}, ${brand}, ${rank}, ${factor_permille})
    on conflict (company_id, brand_id) do update set rank = excluded.rank,
      factor_permille = excluded.factor_permille, version = pre_assessment_brand.version + 1`.execute(tx)
  const after = await brandOf(tx, actor, brand)
  await record(tx, actor, 'brand', { brand_name: after.name, before: ranked(before), after: ranked(after) })
  return after
}

const ranked = ({ rank, factor_permille }: BrandRow) => ({ brand_rank: rank, factor_permille })

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'brand' | 'category' | 'condition_create' | 'condition_change' | 'condition_remove',
  detail: Record<string, unknown>,
) => recordActivity(tx, actor, { action: `pre_assessment.${act}`, detail })

export async function listCategories(
  db: Db,
  actor: BusinessActor,
  { q, ...paged }: CallQuery<typeof calls.categories>,
) {
  const wanted = foldSearch(q ?? '')
  const rows = await categoryRows(db, actor.company_id)
  return inMemory(
    paged,
    rows.filter(({ name, path }) => foldSearch([...path, name].join(' ')).includes(wanted)),
  )
}

async function categoryOf(db: Db, actor: BusinessActor, id: number): Promise<CategoryRow> {
  const row = (await categoryRows(db, actor.company_id)).find((category) => category.id === id)
  if (!row) throw notFound()
  return row
}

export const categoryExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await categoryRows(db, actor.company_id)).some((category) => category.id === id)

export async function writeCategory(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { factor_permille, version }: CallBody<typeof calls.writeCategory>,
): Promise<CategoryRow> {
  await lockMasters(tx, actor.company_id)
  const before = await categoryOf(tx, actor, id)
  if (before.version !== version) throw staleVersion(before)
  await sql`
    insert into pre_assessment_category (company_id, category_id, factor_permille)
    values (${actor.company_id}, ${id}, ${factor_permille})
    on conflict (company_id, category_id) do update set factor_permille = excluded.factor_permille,
      version = pre_assessment_category.version + 1`.execute(tx)
  await record(tx, actor, 'category', {
    category_name: before.name,
    before: { factor_permille: before.factor_permille },
    after: { factor_permille },
  })
  return categoryOf(tx, actor, id)
}

export async function listConditions(
  db: Db,
  actor: BusinessActor,
  { is_active, ...paged }: CallQuery<typeof calls.itemStatuses>,
) {
  const rows = await statusRows(db, actor.company_id)
  return inMemory(
    paged,
    rows.filter((row) => is_active === undefined || row.is_active === is_active),
  )
}

export async function readCondition(db: Db, actor: BusinessActor, id: number): Promise<StatusRow> {
  const row = (await statusRows(db, actor.company_id)).find((status) => status.id === id)
  if (!row) throw notFound()
  return row
}

export const conditionExists = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await statusRows(db, actor.company_id)).some((status) => status.id === id)

type Condition = CallBody<typeof calls.createItemStatus>

const mostConditions = 50

async function requireFreeName(tx: Tx, actor: BusinessActor, name: string, except?: number) {
  const others = (await statusRows(tx, actor.company_id)).filter(({ id }) => id !== except)
  if (others.some((other) => foldSearch(other.name) === foldSearch(name)))
    throw invalidField('name', '同じ名前の状態があります。')
  if (except === undefined && others.length >= mostConditions)
    throw invalidField('non_field_errors', `状態は${mostConditions}件まで登録できます。`)
}

export async function createCondition(tx: Tx, actor: BusinessActor, input: Condition): Promise<StatusRow> {
  await lockMasters(tx, actor.company_id)
  await requireFreeName(tx, actor, input.name)
  const { id } = await tx
    .insertInto('pre_assessment_status')
    .values({ company_id: actor.company_id, ...input })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, actor, 'condition_create', conditionWords(input))
  return readCondition(tx, actor, id)
}

const conditionWords = ({ name, grade_band, factor_permille, is_active }: Condition) => ({
  name,
  grade_band,
  factor_permille,
  is_active,
})

export async function changeCondition(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: CallBody<typeof calls.updateItemStatus>,
): Promise<StatusRow> {
  await lockMasters(tx, actor.company_id)
  const before = await readCondition(tx, actor, id)
  if (before.version !== version) throw staleVersion(before)
  if (input.name !== undefined) await requireFreeName(tx, actor, input.name, id)
  await tx
    .updateTable('pre_assessment_status')
    .set({ ...input, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  const after = await readCondition(tx, actor, id)
  await record(tx, actor, 'condition_change', {
    before: conditionWords(before),
    after: conditionWords(after),
  })
  return after
}

/** One that was used stays, out of use, for what was named with it. */
export async function removeCondition(tx: Tx, actor: BusinessActor, id: number): Promise<void> {
  await lockMasters(tx, actor.company_id)
  const row = await readCondition(tx, actor, id)
  if (await isStatusUsed(tx, id))
    await tx
      .updateTable('pre_assessment_status')
      .set({ is_active: false, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
  else await tx.deleteFrom('pre_assessment_status').where('id', '=', id).execute()
  await record(tx, actor, 'condition_remove', { name: row.name })
}

/** What names a brand that was merged follows it. A company's own word about the brand that stayed comes first. */
export async function movePreAssessmentBrand(tx: Tx, brand: number, at: Date): Promise<void> {
  const into = await currentBrand(tx, brand)
  if (into === undefined || into === brand) return
  await sql`
    insert into pre_assessment_brand (company_id, brand_id, rank, factor_permille)
    select company_id, ${into}, rank, factor_permille from pre_assessment_brand where brand_id = ${brand}
    on conflict do nothing`.execute(tx)
  await tx.deleteFrom('pre_assessment_brand').where('brand_id', '=', brand).execute()
  await tx.updateTable('pre_assessment_item').set({ brand_id: into }).where('brand_id', '=', brand).execute()
  await moveTemplates(tx, brand, into, at)
}
