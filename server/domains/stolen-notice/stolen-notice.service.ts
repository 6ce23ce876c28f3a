import { setTimeout } from 'node:timers/promises'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { noticeEnd } from '#contract/notice-period'
import { comparedFields, type NoticeArticleInput, type stolenNoticeCalls } from '#contract/stolen-notice'
import { recordActivity } from '#server/domains/activity/activity.service'
import { foldBrand } from '#server/domains/catalogue/brand-search.rules'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, lockNamed, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { type Paged, paginate } from '#server/platform/paging'
import { pictureOf } from '#server/platform/picture'
import { invalid, notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { compareNotice } from './compare.service.ts'
import { shownMatches } from './match.service.ts'
import {
  articlesOf,
  countNotices,
  listNotices,
  lockNotice,
  type NoticeFilter,
  type NoticeRecord,
  noticeById,
  pagesOf,
} from './stolen-notice.queries.ts'
import { noticeProblems } from './stolen-notice.rules.ts'

type Input = CallBody<typeof stolenNoticeCalls.create>
type Keys = Pick<Tools, 'keys' | 'log'>

export function listForStaff(db: Db, actor: BusinessActor, { page, size, ...filter }: NoticeFilter & Paged) {
  const today = tokyoDate(actor.at)
  return paginate(
    { page, size },
    () => countNotices(db, actor, today, filter),
    (window) => listNotices(db, actor, today, filter, window),
  )
}

export async function readNotice(db: Db, actor: BusinessActor, id: number, tools: Keys) {
  const notice = await noticeById(db, actor, id, tokyoDate(actor.at))
  if (!notice) throw notFound()
  const [articles, pages, matches] = await Promise.all([
    articlesOf(db, id),
    pagesOf(db, id),
    shownMatches(db, actor, id, tools),
  ])
  return { ...notice, articles, pages: pages.map((page) => pictureOf(page, actor.at, tools)), matches }
}

export async function noticeExists(db: Db, actor: BusinessActor, id: number): Promise<boolean> {
  return (await noticeById(db, actor, id, tokyoDate(actor.at))) !== undefined
}

export async function registerNotice(db: Db, actor: BusinessActor, input: Input, once: Once, tools: Keys) {
  const { id } = await inTransactionOnce(db, actor, once, async (tx) => {
    await lockNamed(tx, `stolen-notice.${actor.company_id}`)
    const columns = await columnsOf(tx, actor, input)
    const at = actor.at.toISOString()
    const row = await tx
      .insertInto('stolen_notice')
      .values({ ...columns, registered_by: actor.business_user_id, registered_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [position, article] of input.articles.entries())
      await insertArticle(tx, { id: row.id, company_id: actor.company_id }, position, article)
    await record(tx, actor, 'register', row.id)
    await compareLater(tx, row.id, actor.at)
    return row
  })
  await compareNow(db, id, actor.at, tools)
  return readNotice(db, actor, id, tools)
}

export async function replaceNotice(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: CallBody<typeof stolenNoticeCalls.replace>,
  tools: Keys,
) {
  const stale = await inTransaction(db, async (tx) => {
    await lockNamed(tx, `stolen-notice.${actor.company_id}`)
    if (!(await lockNotice(tx, actor, id))) throw notFound()
    const before = await noticeById(tx, actor, id, tokyoDate(actor.at))
    if (before?.version !== input.version) return true
    const said = await wordsOf(tx, before)
    const columns = await columnsOf(tx, actor, input, id)
    await tx
      .updateTable('stolen_notice')
      .set({ ...columns, compared_at: null, version: before.version + 1 })
      .where('id', '=', id)
      .execute()
    await replaceArticles(tx, { id, company_id: before.company_id }, input.articles)
    await record(tx, actor, 'replace', id, {
      before: said,
      after: await wordsOf(tx, { ...before, ...columns }),
    })
    await compareLater(tx, id, actor.at)
    return false
  })
  if (!stale) await compareNow(db, id, actor.at, tools)
  const shown = await readNotice(db, actor, id, tools)
  if (stale) throw staleVersion(shown)
  return shown
}

const secondsToCompare = 60

const compareLater = (tx: Tx, notice: number, at: Date) =>
  addJob(
    tx,
    'stolen_notice.compare',
    { notice },
    { runAt: new Date(at.getTime() + secondsToCompare * 1000), jobKey: `stolen_notice.compare.${notice}` },
  )

/** With more in hand than is compared in this time, the answer says that the comparison is under way. */
const secondsToWait = 5

/** After the commit: whoever changes an item from now on finds the notice. If it fails, the job does it. */
async function compareNow(db: Db, notice: number, at: Date, { log }: Pick<Tools, 'log'>): Promise<void> {
  const compared = compareNotice(db, notice, at).catch((error: Error) =>
    log.warn({ err: error, notice }, 'a notice could not be compared at once; it will be retried'),
  )
  await Promise.race([compared, setTimeout(secondsToWait * 1000, undefined, { ref: false })])
}

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'register' | 'replace',
  id: number,
  detail: Record<string, unknown> = {},
) =>
  recordActivity(tx, actor, {
    action: `stolen_notice.${act}`,
    object_type: 'stolen_notice',
    object_id: id,
    detail,
  })

type Words = Pick<NoticeRecord, 'id' | 'number' | 'police_station' | 'issued_on' | 'arrived_on'>

/** What decides how long a notice is compared, and with what. */
async function wordsOf(tx: Tx, { id, number, police_station, issued_on, arrived_on }: Words) {
  const articles = (await articlesOf(tx, id)).map((article) =>
    comparedFields
      .map((field) => article[field])
      .filter(Boolean)
      .join(' '),
  )
  return { notice_number: number, police_station, issued_on, arrived_on, notice_articles: articles }
}

async function columnsOf(tx: Tx, actor: BusinessActor, input: Input, id?: number) {
  const { number, police_station, contact = '', note = '', issued_on = null, arrived_on, articles } = input
  const problems = noticeProblems({ issued_on, arrived_on, articles }, actor.at)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  await checkCategories(tx, articles)
  // Under the lock of the company's notices, so that no other takes the number meanwhile.
  const same = await tx
    .selectFrom('stolen_notice')
    .select('id')
    .where('company_id', '=', actor.company_id)
    .where('police_station', '=', police_station)
    .where('number', '=', number)
    .executeTakeFirst()
  if (same && same.id !== id) throw refuse('notice_exists')
  return {
    company_id: actor.company_id,
    number,
    police_station,
    contact,
    note,
    issued_on,
    arrived_on,
    expires_on: noticeEnd(arrived_on),
    updated_at: actor.at.toISOString(),
  }
}

async function checkCategories(tx: Tx, articles: readonly NoticeArticleInput[]): Promise<void> {
  const wanted = [...new Set(articles.flatMap(({ category }) => category ?? []))]
  if (wanted.length === 0) return
  const rows = await tx.selectFrom('item_category').select('id').where('id', 'in', wanted).execute()
  const known = new Set(rows.map(({ id }) => id))
  const bad = articles.map(
    ({ category }): Record<string, string[]> =>
      category && !known.has(category)
        ? { category: [`主キー "${category}" は不正です - データが存在しません。`] }
        : {},
  )
  if (bad.some((entry) => entry.category)) throw invalid({ articles: bad })
}

interface Of {
  id: number
  company_id: number
}

function articleColumns(position: number, { id: _id, category, ...article }: NoticeArticleInput) {
  return {
    ...article,
    position,
    category_id: category ?? null,
    brand_folded: foldBrand(article.brand),
    stolen_from: article.stolen_from ?? null,
    stolen_until: article.stolen_until ?? null,
  }
}

async function insertArticle(
  tx: Tx,
  notice: Of,
  position: number,
  article: NoticeArticleInput,
): Promise<void> {
  await tx
    .insertInto('stolen_notice_article')
    .values({ ...articleColumns(position, article), notice_id: notice.id, company_id: notice.company_id })
    .execute()
}

/** An article that keeps its id keeps what was decided about it. */
async function replaceArticles(tx: Tx, notice: Of, articles: readonly NoticeArticleInput[]): Promise<void> {
  const before = await tx
    .selectFrom('stolen_notice_article')
    .select('id')
    .where('notice_id', '=', notice.id)
    .execute()
  const known = new Set(before.map(({ id }) => id))
  const kept = new Set<number>()
  for (const [position, article] of articles.entries()) {
    if (article.id && known.has(article.id) && !kept.has(article.id)) {
      kept.add(article.id)
      await tx
        .updateTable('stolen_notice_article')
        .set(articleColumns(position, article))
        .where('id', '=', article.id)
        .execute()
    } else {
      await insertArticle(tx, notice, position, article)
    }
  }
  const gone = [...known].filter((id) => !kept.has(id))
  if (gone.length > 0) await removeArticles(tx, gone)
  // What it is compared with anew; decisions stay.
  await tx
    .deleteFrom('stolen_notice_match')
    .where('article_id', 'in', [...kept, 0])
    .where('state', '=', 'open')
    .execute()
}

async function removeArticles(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .selectFrom('stolen_notice_match')
    .select('id')
    .where('article_id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const held = await tx
    .selectFrom('stolen_notice_match')
    .select('id')
    .where('article_id', 'in', [...ids])
    .where('state', '=', 'held')
    .executeTakeFirst()
  if (held) throw refuse('guard_failed', { message: '保留にした品がある行は、消せません。' })
  await tx
    .deleteFrom('stolen_notice_match')
    .where('article_id', 'in', [...ids])
    .execute()
  await tx
    .deleteFrom('stolen_notice_article')
    .where('id', 'in', [...ids])
    .execute()
}
