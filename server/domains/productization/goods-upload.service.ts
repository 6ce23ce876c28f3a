import type { CallBody, CallResult } from '#contract/call'
import { type goodsFileCalls, mostGoodsShown } from '#contract/goods-file'
import { recordActivity } from '#server/domains/activity/activity.service'
import { requireRightPlace } from '#server/domains/custody/handover.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, useLongLimits } from '#server/platform/db'
import { type FieldErrors, invalidField, Refusal } from '#server/platform/refusal'
import { readInThread } from '#server/platform/thread'
import { type GoodsTools, goodsOf } from './goods.service.ts'
import {
  type GoodsFileReading,
  type KnownGoods,
  type LineVerdict,
  type ReadGoodsFile,
  readGoodsFile,
  strangeColumns,
  weighGoodsFile,
} from './goods-reading.rules.ts'
import { changeProducts } from './productization.write.ts'

type Upload = CallBody<typeof goodsFileCalls.load>
type Loaded = CallResult<typeof goodsFileCalls.load>

/** Other calls do not wait for a long file. */
const readAside = (csv: string): Promise<GoodsFileReading> =>
  readInThread(csv.length, new URL('./goods-file.thread.ts', import.meta.url), csv, () => readGoodsFile(csv))

/** The shape of other files: a row for each line that is wrong. */
function refusalOf(problems: ReadonlyMap<number, FieldErrors>): Refusal {
  return new Refusal('invalid', 400, { rows: [...problems.values()], lines: [...problems.keys()] })
}

function problemsOf(verdicts: readonly LineVerdict[]): Map<number, FieldErrors> {
  const wrong = verdicts.filter(({ problems }) => problems.length > 0)
  return new Map(
    wrong.map(({ line, problems }) => {
      const byField = Map.groupBy(problems, ({ field }) => field)
      const told = [...byField].map(([field, some]) => [field, some.map(({ message }) => message)] as const)
      return [line, Object.fromEntries(told)]
    }),
  )
}

/** All or nothing. */
export async function loadGoodsFile(
  db: Db,
  actor: BusinessActor,
  { csv, encoding = 'utf-8', dry_run }: Upload,
  tools: GoodsTools,
): Promise<Loaded> {
  const file = await readAside(csv)
  if (!file.ok) throw invalidField('csv', file.message)
  const goods = await goodsOf(
    db,
    actor,
    file.lines.map(({ slug }) => slug),
    tools,
  )
  const [strange] = strangeColumns(file, goods)
  if (strange !== undefined)
    throw invalidField('csv', `列「${strange}」は分かりません。名前を直すか、列を消してください。`)
  const verdicts = weighGoodsFile(file, encoding, goods)
  const problems = problemsOf(verdicts)
  if (problems.size > 0) throw refusalOf(problems)
  const changing = verdicts.filter(({ fields }) => fields.length > 0)
  if (dry_run) await requireRightPlace(db, 'list', placedIds(goods, changing))
  else if (changing.length > 0) await write(db, actor, file, changing)
  return told(file, verdicts, changing)
}

const placedIds = (goods: readonly KnownGoods[], changing: readonly LineVerdict[]): number[] => {
  const slugs = new Set(changing.map(({ slug }) => slug))
  return goods.filter(({ slug }) => slugs.has(slug)).map(({ id }) => id)
}

const meanwhile = 'この商品は、いまほかの人が変えたところです。もう一度取り込んでください。'

async function write(
  db: Db,
  actor: BusinessActor,
  { format }: ReadGoodsFile,
  changing: readonly LineVerdict[],
): Promise<void> {
  const inputs = changing.map(({ slug, version, change }) => ({ slug, version, ...change }))
  const lineOf = new Map(changing.map(({ slug, line }) => [slug, line]))
  const at = (errors: readonly FieldErrors[]) =>
    refusalOf(
      new Map(
        errors.flatMap((error, place) =>
          Object.keys(error).length > 0 ? [[changing[place]?.line ?? 0, error] as const] : [],
        ),
      ),
    )
  await inTransaction(db, async (tx) => {
    await useLongLimits(tx)
    const stale = await changeProducts(tx, actor, inputs, { replaces: false, at })
    if (stale.length > 0)
      throw refusalOf(new Map(stale.map((slug) => [lineOf.get(slug) ?? 0, { version: [meanwhile] }])))
    await recordActivity(tx, actor, {
      action: 'product.load',
      object_type: 'company',
      object_id: actor.company_id,
      detail: { goods_format: format, updated: changing.length },
    })
  })
}

const told = (
  { format }: ReadGoodsFile,
  verdicts: readonly LineVerdict[],
  changing: readonly LineVerdict[],
): Loaded => ({
  ...{ format, created: 0, updated: changing.length, unchanged: verdicts.length - changing.length },
  errors: [],
  out_of_stock: verdicts
    .filter(({ isOutOfStock }) => isOutOfStock)
    .map(({ line, slug, title }) => ({ line, slug, title })),
  changes: changing
    .slice(0, mostGoodsShown)
    .map(({ line, slug, title, fields }) => ({ line, slug, title, fields })),
})
