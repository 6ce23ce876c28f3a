import { mostGoods } from '#contract/goods-file'
import { itemStatus as I } from '#contract/lifecycle'
import { photoRoleLabel } from '#contract/productization'
import { formatCount } from '#contract/text'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { signFileUrl } from '#server/platform/files'
import { refuse } from '#server/platform/refusal'
import { countAll } from '#server/platform/shared-reads'
import type { Tools } from '#server/platform/tools'
import { addressesUntil } from './goods-address.rules.ts'
import { categoryPaths, goodsPhotos } from './goods-file.queries.ts'
import type { GoodsPicture } from './goods-format.rules.ts'
import type { KnownGoods } from './goods-reading.rules.ts'
import { type ProductFilter, productRows, productsToCount } from './product-list.queries.ts'
import { presentProducts } from './productization.present.ts'

export type GoodsTools = Pick<Tools, 'keys' | 'config'>

const together = 200

/** By code, in the order given; foreign ones are left out. */
export async function goodsOf(
  db: Db,
  actor: BusinessActor,
  slugs: readonly string[],
  tools: GoodsTools,
): Promise<KnownGoods[]> {
  const paths = await categoryPaths(db)
  const all: KnownGoods[] = []
  for (let at = 0; at < slugs.length; at += together) {
    const some = slugs.slice(at, at + together)
    const products = await presentProducts(db, actor, some, tools)
    const photos = Map.groupBy(await goodsPhotos(db, actor, some), ({ slug }) => slug)
    all.push(...products.map((product) => asGoods(product, { paths, photos, actor, tools })))
  }
  return all
}

type Product = Awaited<ReturnType<typeof presentProducts>>[number]

interface Around {
  paths: ReadonlyMap<number, readonly string[]>
  photos: ReadonlyMap<string, readonly { key: string; role: string }[]>
  actor: BusinessActor
  tools: GoodsTools
}

function asGoods(product: Product, around: Around): KnownGoods {
  const stored = new Map(product.values.map(({ attribute, value }) => [attribute, value]))
  const { category } = product
  return {
    ...product,
    categories: (category === null ? undefined : around.paths.get(category)) ?? [],
    attributes: product.attributes.map((attribute) => ({
      ...attribute,
      value: stored.get(attribute.id) ?? null,
    })),
    pictures: picturesOf(product, around),
  }
}

const words: Readonly<Record<string, string>> = { ...photoRoleLabel, '': '' }

/** Others fetch them later, so their addresses last longer than those of pages. Only finished articles have them. */
function picturesOf({ slug, status }: Product, { photos, actor, tools }: Around): GoodsPicture[] {
  if (status !== I.PRODUCTIZED) return []
  const until = addressesUntil(actor.at)
  return (photos.get(slug) ?? []).map(({ key, role }) => ({
    url: `${tools.config.apiUrl}${signFileUrl(key, until, tools.keys.file)}`,
    label: words[role] ?? '',
  }))
}

/** In the order of the list. */
export async function listedGoods(
  db: Db,
  actor: BusinessActor,
  filter: ProductFilter,
  tools: GoodsTools,
): Promise<KnownGoods[]> {
  const count = await countAll(db, actor.company_id, productsToCount(actor, filter))
  if (count > mostGoods)
    throw refuse('guard_failed', {
      message: `1つのファイルに保存できるのは${formatCount(mostGoods)}点までです(いまは${formatCount(count)}点)。店舗やカテゴリで絞ってください。`,
    })
  const rows = await productRows(db, actor, filter, { limit: mostGoods, offset: 0 })
  return goodsOf(
    db,
    actor,
    rows.map(({ slug }) => slug),
    tools,
  )
}
