import { setImmediate } from 'node:timers/promises'
import type { CallQuery, CallResult } from '#contract/call'
import { tokyoDate } from '#contract/day'
import {
  goodsEncodings,
  type goodsFileCalls,
  goodsFormatLabel,
  mostGoodsProblems,
  usualSupplier,
} from '#contract/goods-file'
import { itemStatus as I } from '#contract/lifecycle'
import { recordRead } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvFile } from '#server/platform/csv-response'
import type { Db } from '#server/platform/db'
import { invalidField, refuse } from '#server/platform/refusal'
import { type GoodsTools, listedGoods } from './goods.service.ts'
import { type Goods, shownTitle } from './goods-format.rules.ts'
import {
  type GoodsWish,
  goodsFile,
  goodsFormats,
  type PlacedProblem,
  problemsOfFile,
} from './goods-format-list.rules.ts'
import type { ProductFilter } from './product-list.queries.ts'

type Asked = CallQuery<typeof goodsFileCalls.check>
type Wanted = CallQuery<typeof goodsFileCalls.csv>
type Told = CallResult<typeof goodsFileCalls.check>

interface Wish extends GoodsWish {
  filter: ProductFilter
}

const inOneTurn = 50

/** Other calls have their turns meanwhile. */
async function* inTurns<One>(all: Iterable<One>): AsyncGenerator<One> {
  let count = 0
  for (const one of all) {
    yield one
    count += 1
    if (count % inOneTurn === 0) await setImmediate()
  }
}

async function problemsOf(wish: Wish, goods: readonly Goods[]): Promise<PlacedProblem[]> {
  const all: PlacedProblem[] = []
  for await (const some of inTurns(problemsOfFile(wish, goods))) all.push(...some)
  return all
}

/** Finished and not sold, unless the filter says otherwise of it. */
function wishOf({
  format: name = 'okuru',
  encoding,
  supplier_code,
  product_category,
  ...asked
}: Asked): Wish {
  const taken = goodsEncodings[name]
  const chosen = encoding ?? taken[0] ?? 'utf-8'
  if (!taken.includes(chosen))
    throw invalidField('encoding', `${goodsFormatLabel[name]}の文字コードは${taken.join('か')}です。`)
  const options = { supplier_code: supplier_code ?? usualSupplier, product_category: product_category ?? '' }
  if (name === 'next_engine' && !/^\d{4}$/.test(options.supplier_code))
    throw invalidField('supplier_code', '仕入先コードは4桁の数字で入れてください。')
  if (name === 'yahoo' && !/^\d{1,10}$/.test(options.product_category))
    throw invalidField('product_category', 'プロダクトカテゴリの番号を入れてください。')
  const { stage, status, is_finished, is_sold } = asked
  const isOpen = [stage, status, is_finished, is_sold].every((one) => one === undefined)
  const filter = isOpen ? { ...asked, status: I.PRODUCTIZED, is_sold: false } : asked
  return { format: goodsFormats[name], encoding: chosen, options, filter }
}

interface Bad {
  /** Articles with problems. */
  all: ReadonlySet<Goods>
  /** Of them, those that substitutes do not make good. */
  lasting: ReadonlySet<Goods>
}

function badOf(problems: readonly PlacedProblem[]): Bad {
  const of = (some: readonly PlacedProblem[]) => new Set(some.flatMap(({ goods }) => goods ?? []))
  return { all: of(problems), lasting: of(problems.filter(({ isSubstitutable }) => !isSubstitutable)) }
}

export async function checkGoodsFile(
  db: Db,
  actor: BusinessActor,
  asked: Asked,
  tools: GoodsTools,
): Promise<Told> {
  const wish = wishOf(asked)
  const goods = await listedGoods(db, actor, wish.filter, tools)
  const problems = await problemsOf(wish, goods)
  const bad = badOf(problems)
  return {
    format: wish.format.name,
    encoding: wish.encoding,
    articles: goods.length,
    good: goods.length - bad.all.size,
    substitutable: bad.all.size - bad.lasting.size,
    problem_count: problems.length,
    problems: problems.slice(0, mostGoodsProblems).map(({ goods: one, isSubstitutable: _, ...problem }) => ({
      ...problem,
      slug: one?.slug ?? '',
      title: one ? shownTitle(one) : '',
    })),
  }
}

const refused = (count: number) =>
  refuse('guard_failed', {
    message: `この形式では使えないところのある商品が${count}点あります。確かめて直すか、文字の置き換え・除外を選んでください。`,
  })

/** Nothing is changed or left out unless that was asked for. */
async function chosenGoods(
  wish: Wish,
  goods: readonly Goods[],
  { substitute, leave_out }: Wanted,
): Promise<Goods[]> {
  const problems = await problemsOf(wish, goods)
  const { all, lasting } = badOf(problems)
  const bad = substitute ? lasting : all
  if (bad.size > 0 && !leave_out) throw refused(bad.size)
  if (problems.some((problem) => problem.goods === null) && !substitute) throw refused(goods.length)
  return goods.filter((one) => !bad.has(one))
}

export function goodsCsv(db: Db, actor: BusinessActor, wanted: Wanted, tools: GoodsTools): CsvFile {
  const { substitute: _, leave_out: _leaveOut, ...asked } = wanted
  const wish = wishOf(asked)
  async function* pieces() {
    const goods = await chosenGoods(wish, await listedGoods(db, actor, wish.filter, tools), wanted)
    const { ordering: _ordering, ...filters } = wish.filter
    await recordRead(db, actor, {
      action: 'product.export',
      object_type: 'company',
      object_id: actor.company_id,
      detail: {
        goods_format: wish.format.name,
        encoding: wish.encoding,
        rows: goods.length,
        filters: Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name])),
      },
    })
    yield* inTurns(goodsFile(wish, goods))
  }
  const name = `商品_${goodsFormatLabel[wish.format.name]}_${tokyoDate(actor.at)}.csv`
  return { name, encoding: wish.encoding, pieces }
}
