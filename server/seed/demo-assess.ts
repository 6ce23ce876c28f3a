import { itemStatus as I } from '#contract/lifecycle'
import { getAssessment } from '#server/domains/assessment/assessment.service'
import { assessItem } from '#server/domains/item/item.assess'
import { getItem } from '#server/domains/item/item.service'
import { asWorker } from './demo-actors.ts'
import type { Box, Stage } from './demo-stage.ts'
import { lowPriceReasons } from './demo-texts.ts'
import { flawMark } from './drawing.ts'

export async function assess(stage: Stage, box: Box, at: Date, count: number): Promise<void> {
  const items = await stage.db
    .selectFrom('purchase_item')
    .select(['id', 'slug', 'version'])
    .where('request_id', '=', box.id)
    .orderBy('seq')
    .limit(count)
    .execute()
  const flawPhotos = await addPhotos(stage, box, items, at)
  for (const [index, { id, slug, version }] of items.entries()) {
    const article = box.articles[index]
    if (!article) continue
    const written = {
      version,
      name: article.name,
      brand: stage.world.brandIds.get(article.kind.brand) ?? null,
      category: stage.world.categoryIds.get(article.kind.category) ?? null,
      gender: article.gender,
      color: article.color,
      material: article.material,
      size: article.size,
      product_number: article.product_number,
      serial_number: article.serial_number,
      authenticity: 1 as const,
      accessories: article.kind.shape === 'bag' ? (1 as const) : (0 as const),
      care_needed: article.flaws.length > 1 ? (1 as const) : (0 as const),
    }
    const judged =
      article.grade === null
        ? { status: I.NOT_BUYABLE, not_buyable_reason: article.refusal }
        : {
            status: I.ASSESSED,
            grade: article.grade,
            base_price: article.base,
            deductions: article.flaws.map((flaw, place) => ({
              ...flaw,
              photo: place === 0 ? (flawPhotos.get(id) ?? null) : null,
              mark: flawMark,
            })),
            comment: article.comment,
          }
    const minute = new Date(at.getTime() + index * 4 * 60_000)
    await assessItem(stage.db, asWorker(box.staff, minute), slug, { ...written, ...judged }, stage.tools)
  }
}

export async function explainLowPrices(stage: Stage, box: Box, at: Date): Promise<void> {
  const actor = asWorker(box.staff, at)
  const { items } = await getAssessment(stage.db, actor, box.id, stage.tools)
  for (const { slug, problems, images } of items) {
    if (!problems.includes('price_reason_missing')) continue
    const { version } = await getItem(stage.db, actor, slug, stage.tools)
    const reason = {
      version,
      price_reason: stage.die.pick(lowPriceReasons),
      price_reason_photo: images.at(-1)?.id ?? null,
    }
    await assessItem(stage.db, actor, slug, reason, stage.tools)
  }
}

/** Adds photos of the whole item, its surface and its worst flaw; returns flaw pictures by item. */
async function addPhotos(
  stage: Stage,
  box: Box,
  items: readonly { id: number }[],
  at: Date,
): Promise<Map<number, number>> {
  const { photos } = stage
  const rows = items.flatMap(({ id }, index) => {
    const article = box.articles[index]
    if (!article) return []
    const { shape } = article.kind
    const isFlawed = article.flaws.length > 0 || article.grade === null
    const shared = { item_id: id, request_id: box.id, created_by: box.staff.id, created_at: at.toISOString() }
    return [
      {
        ...shared,
        file_id: photos.whole(shape, article.color),
        kind: 'assessment',
        caption: '全体',
        position: 0,
      },
      {
        ...shared,
        file_id: photos.near(shape, article.color),
        kind: 'label',
        caption: '表示と素材',
        position: 1,
      },
      ...(isFlawed
        ? [
            {
              ...shared,
              file_id: photos.flaw(shape, article.color),
              kind: 'defect',
              caption: article.flaws[0]
                ? `${article.flaws[0].place}の${article.flaws[0].label}`
                : '傷みの箇所',
              position: 2,
            },
          ]
        : []),
    ]
  })
  if (rows.length === 0) return new Map()
  const made = await stage.db
    .insertInto('item_photo')
    .values(rows)
    .returning(['id', 'item_id', 'kind'])
    .execute()
  return new Map(made.filter((row) => row.kind === 'defect').map((row) => [row.item_id as number, row.id]))
}
