import { setImmediate } from 'node:timers/promises'
import { formatDateJa, tokyoDate } from '#contract/day'
import { type MatchReason, matchReasonLabel } from '#contract/notice-match'
import { foldBrand } from '#server/domains/catalogue/brand-search.rules'
import { placeHold } from '#server/domains/hold/hold.service'
import { type Actor, systemActor } from '#server/platform/actor'
import { type Db, inTransaction, lockNamed, lockNamedShared, type Tx } from '#server/platform/db'
import {
  type ArticleToCompare,
  articlesFor,
  articlesOfNotice,
  askAbout,
  candidatesFor,
  decidedItems,
  type FoundMatch,
  forgetOpen,
  type ItemToCompare,
  itemsToCompare,
  keepHeld,
  type MatchRow,
  matchesOfItems,
  noticesOfBrands,
} from './compare.queries.ts'
import { type Match, matchOf } from './notice-match.rules.ts'
import { numberKeys } from './notice-number.rules.ts'

/** Of one article, the most alike: nobody looks through more. */
const mostAsked = 100

const numbersOfItem = (item: ItemToCompare): string[] =>
  numberKeys([item.product_number, item.serial_number], `${item.name} ${item.features}`)
const numbersOfArticle = (article: ArticleToCompare): string[] =>
  numberKeys([article.product_number, article.serial_number, article.other_number])

const hasText = (item: ItemToCompare): boolean =>
  [item.name, item.features, item.product_number, item.serial_number].some((text) => text !== '') ||
  item.brand_spellings.some((text) => text !== '')

/**
 * Compares items with the notices in force; call it after a change of what they are, with their request locked. A number
 * that agrees holds the item in the same transaction. A notice that is being registered waits for this transaction, or
 * this one for it: neither is missed by the other.
 */
export async function compareItems(tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const [first] = await itemsToCompare(tx, ids)
  if (!first) return
  await lockNamedShared(tx, `stolen-notice.${first.company_id}`)
  const items = (await itemsToCompare(tx, ids)).filter(hasText)
  const articles = await articlesFor(tx, first.company_id, tokyoDate(actor.at), {
    numbers: [...new Set(items.flatMap(numbersOfItem))],
    brands: [...new Set(items.flatMap(({ brand_spellings }) => brand_spellings.filter(Boolean)))],
    names: items.map(({ name }) => foldBrand(name)).filter(Boolean),
    isBrandUnknown: items.some(({ brand_spellings }) => !brand_spellings.some(Boolean)),
  })
  const known = await matchesOfItems(tx, ids)
  const asked: FoundMatch[] = []
  const alike = new Set<string>()
  for (const item of items) {
    // Yields to the event loop, so that other calls are answered between items.
    await setImmediate()
    for (const article of articles) {
      const match = matchOf(article, item)
      if (!match) continue
      alike.add(`${article.id} ${item.id}`)
      if (match.strength === 'features') asked.push(foundOf(article, item, match))
      else if (!known.some((row) => isSettled(row, article, item)))
        await holdItem(tx, actor, article, item, match)
    }
  }
  await askAbout(tx, asked, actor.at.toISOString())
  const gone = known.filter((row) => row.state === 'open' && !alike.has(`${row.article_id} ${row.item_id}`))
  await forgetOpen(
    tx,
    gone.map(({ id }) => id),
  )
}

/** It is held already, or was decided with the number known. A hold for its looks that was released settles nothing. */
const isSettled = (row: MatchRow, article: ArticleToCompare, item: ItemToCompare): boolean =>
  row.article_id === article.id && row.item_id === item.id && (row.strength === 'number' || row.is_holding)

const foundOf = (
  article: ArticleToCompare,
  item: { id: number; company_id: number },
  match: Match,
): FoundMatch => ({
  company_id: item.company_id,
  article_id: article.id,
  item_id: item.id,
  score: match.score,
  reasons: match.reasons,
})

async function holdItem(
  tx: Tx,
  actor: Actor,
  article: ArticleToCompare,
  item: ItemToCompare,
  match: Match,
): Promise<void> {
  const hold = await placeHold(tx, systemActor(actor.at), {
    request_id: item.request,
    company_id: item.company_id,
    item_id: item.id,
    kind: 'stolen_notice',
    reason: holdReason(article, match.reasons),
    police_station: article.police_station,
  })
  await keepHeld(tx, { ...foundOf(article, item, match), hold: hold.id }, actor.at.toISOString())
}

/** `品触れ 第12号(青山警察署、2026年11月20日(金)到達)の「…」と、製造番号が一致しました。` */
export function holdReason(
  article: { number: string; police_station: string; arrived_on: string; brand: string; name: string },
  reasons: readonly MatchReason[],
): string {
  const what = [article.brand, article.name].filter(Boolean).join(' ')
  const [why] = reasons
  return `品触れ ${article.number}(${article.police_station}、${formatDateJa(article.arrived_on)}到達)の${
    what ? `「${what}」` : '品'
  }に当たる疑い: ${why ? matchReasonLabel[why] : '担当者の確認'}。`
}

interface Scored {
  item: { id: number; request: number; company_id: number }
  match: Match
}

export async function compareIfPending(db: Db, notice: number, at: Date): Promise<void> {
  const row = await db
    .selectFrom('stolen_notice')
    .select('compared_at')
    .where('id', '=', notice)
    .executeTakeFirst()
  if (row?.compared_at === null) await compareNotice(db, notice, at)
}

/** After brands got other spellings. What was found by a spelling that is gone stays for staff to decide. */
export async function compareBrandsAgain(db: Db, brands: readonly number[], at: Date): Promise<void> {
  for (const { id, company_id } of await noticesOfBrands(db, brands, tokyoDate(at))) {
    // Waits for whoever is saving an article that was compared with the earlier spellings.
    await inTransaction(db, (tx) => lockNamed(tx, `stolen-notice.${company_id}`))
    await compareNotice(db, id, at)
  }
}

/** A notice against everything in hand. Repeating it changes nothing. */
export async function compareNotice(db: Db, notice: number, at: Date): Promise<void> {
  const version = await versionOf(db, notice)
  const articles = await articlesOfNotice(db, notice, tokyoDate(at))
  const sure = new Map<number, Set<number>>()
  for (const article of articles) {
    const alike: Scored[] = []
    for await (const items of candidatesFor(db, article, numbersOfArticle(article))) {
      for (const { item, match } of scoredOf(article, items)) {
        if (match.strength === 'features') alike.push({ item, match })
        else sure.set(item.request, (sure.get(item.request) ?? new Set()).add(item.id))
      }
    }
    await askAboutAlike(db, { notice, version }, article, alike, at)
  }
  for (const [request, items] of [...sure].toSorted(([a], [b]) => a - b)) {
    await inTransaction(db, async (tx) => {
      await tx.selectFrom('purchase_request').select('id').where('id', '=', request).forUpdate().execute()
      await compareItems(tx, systemActor(at), [...items])
    })
  }
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('stolen_notice')
      .set({ compared_at: at.toISOString() })
      .where('id', '=', notice)
      // Corrected meanwhile, it is compared once more.
      .where('version', '=', version)
      .execute()
  })
}

const scoredOf = (article: ArticleToCompare, items: readonly ItemToCompare[]): Scored[] =>
  items.flatMap((item): Scored[] => {
    const match = matchOf(article, item)
    const { id, request, company_id } = item
    return match ? [{ item: { id, request, company_id }, match }] : []
  })

async function versionOf(db: Db, notice: number): Promise<number> {
  const row = await db
    .selectFrom('stolen_notice')
    .select('version')
    .where('id', '=', notice)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** The most alike of those that nobody has decided about. */
async function askAboutAlike(
  db: Db,
  { notice, version }: { notice: number; version: number },
  article: ArticleToCompare,
  alike: readonly Scored[],
  at: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockNamedShared(tx, `stolen-notice.${article.company_id}`)
    if ((await versionOf(tx, notice)) !== version) return
    const decided = await decidedItems(tx, article.id)
    const open = alike
      .filter(({ item }) => !decided.has(item.id))
      .toSorted((a, b) => b.match.score - a.match.score || b.item.id - a.item.id)
    const shown = open.slice(0, mostAsked).map(({ item, match }) => foundOf(article, item, match))
    await askAbout(tx, shown, at.toISOString())
    await tx
      .updateTable('stolen_notice_article')
      .set({ similar_left_out: Math.max(0, open.length - mostAsked) })
      .where('id', '=', article.id)
      .execute()
  })
}
