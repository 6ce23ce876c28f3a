import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/db'
import { hashOfToken } from './link.service.ts'

interface Of {
  state?: 'draft' | 'sent'
  company_id: number
  shop_id: number
  operator_id: number
  category_id: number
}

const at = '2026-11-20T03:00:00Z'

/** One with an article and its photo, a price template, a condition, a season, a person, a file that was read and a link; all of one shop. */
export async function makePreAssessment(
  db: Db,
  { company_id, shop_id, operator_id, category_id, state = 'sent' }: Of,
) {
  const insert = <Row extends object>(row: Row) => ({ ...row, created_at: at, updated_at: at })
  const status = await db
    .insertInto('pre_assessment_status')
    .values({
      company_id,
      name: `A 美品 ${randomUUID().slice(0, 8)}`,
      grade_band: 'A',
      factor_permille: 1000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const template = await db
    .insertInto('price_template')
    .values({
      ...{ company_id, category_id, match_key: `${randomUUID()}`, base: 10_000, band_permille: 150 },
      ...{ valid_from: '2026-01-01', created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const prospect = await db
    .insertInto('prospect')
    .values(insert({ company_id, name: '川口 真理', phone: '090-1234-5678', phone_digits: '09012345678' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent = { state, ...(state === 'sent' && { sent_at: at, valid_until: '2026-12-06' }) }
  const made = await db
    .insertInto('pre_assessment')
    .values(insert({ company_id, shop_id, channel: 'phone', prospect_id: prospect.id, operator_id, ...sent }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const price = { template_id: template.id, low: 8_500, center: 10_000, high: 11_500 }
  const item = await db
    .insertInto('pre_assessment_item')
    .values(insert({ pre_assessment_id: made.id, position: 0, category_id, status_id: status.id, ...price }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const photo = await makePrePhoto(db, item.id)
  const season = await db
    .insertInto('season_tag')
    .values({
      company_id,
      name: `秋冬 ${randomUUID().slice(0, 8)}`,
      months: [10, 11, 12],
      factor_permille: 1000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const upload = await db
    .insertInto('pre_assessment_upload')
    .values({
      ...{
        company_id,
        kind: 'price_templates',
        state: 'done',
        is_dry_run: false,
        rows_total: 1,
        rows_done: 1,
      },
      ...{ csv_hash: Buffer.alloc(32), created_by: operator_id, created_at: at, ended_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = `walk-${randomUUID()}`
  await db
    .insertInto('pre_assessment_link')
    .values({
      ...{ token_hash: hashOfToken(token), pre_assessment_id: made.id, created_by: operator_id },
      ...{ created_at: at, expires_at: '2026-12-06T14:59:59Z' },
    })
    .execute()
  return {
    id: made.id,
    item: item.id,
    photo,
    condition: status.id,
    template: template.id,
    prospect: prospect.id,
    season: season.id,
    upload: upload.id,
    token,
  }
}

/** A row only: there are no bytes behind it. */
async function makePrePhoto(db: Db, item_id: number): Promise<number> {
  const name = randomUUID()
  const file = await db
    .insertInto('stored_file')
    .values({
      ...{ key: `pre-assessment/${item_id}/${name}.webp`, content_type: 'image/webp' },
      ...{ width: 900, height: 1200, size: 48_000, sha256: name, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const photo = await db
    .insertInto('pre_assessment_photo')
    .values({ item_id, file_id: file.id, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return photo.id
}

/** The four of the year. */
export async function makeSeasons(db: Db, company_id: number): Promise<void> {
  const seasons = [
    { name: '春物', months: [3, 4, 5], factor_permille: 1000 },
    { name: '夏物', months: [6, 7, 8], factor_permille: 950 },
    { name: '秋物', months: [9, 10, 11], factor_permille: 1000 },
    { name: '冬物', months: [12, 1, 2], factor_permille: 1000 },
  ]
  await db
    .insertInto('season_tag')
    .values(seasons.map((season, index) => ({ ...season, company_id, sort: (index + 1) * 10 })))
    .execute()
}
