import { sql } from 'kysely'
import type { AnalysisCandidate } from '#contract/analysis'
import { addDays } from '#contract/day'
import { madeCandidate, makeAnalysisRun } from '#server/domains/analysis/analysis.factory'
import { confirmField } from '#server/domains/analysis/run.service'
import { isUnfinishedItem } from '#server/domains/item/item.predicates'
import type { Db } from '#server/platform/db'
import { asWorker } from './demo-actors.ts'
import type { Worker } from './demo-business.ts'
import { instantOf } from './demo-days.ts'
import type { Stage } from './demo-stage.ts'

interface Analysed {
  id: number
  shop_id: number
  name: string
  brand: string
  category: string
  color: string
  product_number: string
}

/** Analyses of articles, and which of their suggestions people confirmed or corrected. */
type Course = 'right' | 'corrected' | 'none of them' | 'not looked at' | 'unreadable' | 'outside' | 'too late'

const courses: readonly Course[] = [
  ...(['right', 'corrected', 'right', 'not looked at', 'outside', 'right', 'unreadable'] as const),
  ...(['none of them', 'right', 'too late', 'corrected', 'right', 'not looked at', 'right'] as const),
]

/** The history of suggestions: confirmed, put right, turned down, left alone and not read at all. */
export async function makeAnalyses(stage: Stage): Promise<void> {
  const { db, world, anchor } = stage
  const staff = world.workers.get('staff@aoyama.example') as Worker
  const items = await analysedItems(db, staff.company_id, courses.length)
  for (const [index, item] of items.entries()) {
    const day = addDays(anchor, index - items.length)
    await analyse(db, staff, item, courses[index] ?? 'right', instantOf(day, '11:20'))
  }
}

/** Assessed articles, so that what was written in the end is known. */
async function analysedItems(db: Db, company: number, most: number): Promise<Analysed[]> {
  const { rows } = await sql<Analysed>`
    select i.id, i.shop_id, i.name, coalesce(b.name, '') as brand, coalesce(k.name, '') as category, i.color,
      i.product_number
    from purchase_item i left join brand b on b.id = i.brand_id left join item_category k on k.id = i.category_id
    where i.company_id = ${company} and i.name <> '' and i.product_number <> '' and i.color <> '' and b.id is not null
      and not ${isUnfinishedItem('i')}
    order by i.id desc limit ${most}`.execute(db)
  return rows
}

async function analyse(db: Db, staff: Worker, item: Analysed, course: Course, at: Date): Promise<void> {
  const candidates = candidatesOf(item, course)
  const run = await makeAnalysisRun(db, {
    ...{ company_id: staff.company_id, shop_id: item.shop_id, item_id: item.id, asked_by: staff.id },
    ...{ asked_at: at.toISOString(), ms: course === 'outside' ? 2_300 : 740 + (item.id % 9) * 60 },
    engine: course === 'outside' ? 'openai' : 'local',
    fallback: course === 'too late' ? 'timeout' : null,
    candidates,
  })
  if (course === 'not looked at' || course === 'unreadable') return
  const actor = asWorker(staff, new Date(at.getTime() + 90_000))
  for (const [field, value] of [
    ['brand', item.brand],
    ['product_number', course === 'none of them' ? '' : item.product_number],
  ] as const)
    await confirmField(db, actor, run, { field, chosen: value })
}

/** As a tag is misread. */
const misread = (number: string): string =>
  number.replace(/[0O1I8B5S]/, (one) => 'O0I1B8S5'['0O1I8B5S'.indexOf(one)] ?? one)

function candidatesOf(item: Analysed, course: Course): AnalysisCandidate[] {
  if (course === 'unreadable') return []
  const source = course === 'outside' ? 'remote' : 'label'
  const other = misread(item.product_number)
  const isMisread = course === 'corrected' || course === 'none of them'
  const numbers = isMisread ? [other, item.product_number] : [item.product_number, other]
  return [
    madeCandidate({ field: 'brand', value: item.brand, confidence: 0.97, source }),
    madeCandidate({ field: 'category', value: item.category, confidence: 0.82, source: 'look_alike' }),
    madeCandidate({ field: 'color', value: item.color, confidence: 0.88, source: 'pixels' }),
    ...[...new Set(numbers)].map((value, place) =>
      madeCandidate({
        ...{ field: 'product_number', value, source },
        confidence: place > 0 ? 0.24 : isMisread ? 0.58 : 0.93,
      }),
    ),
  ].filter(({ value }) => value !== '')
}
