import type { CallBody } from '#contract/call'
import type { commentTemplateCalls as calls } from '#contract/comment-template'
import { oddVariablesSentence } from '#contract/comment-text'
import { foldSearch, hasControlOrEmoji } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { csvPieces } from '#server/platform/csv'
import type { Db, Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { invalidField, notFound, refuse, staleVersion } from '#server/platform/refusal'
import { templateCategories } from './catalogue.load.ts'
import { insertTemplate, lockCatalogue, updateTemplate } from './catalogue.queries.ts'
import { isShortCode, shortCodeOf, type TemplateEntry, useWords } from './catalogue-list.rules.ts'
import {
  keeperOf,
  orderTemplates,
  type TemplateFilter,
  type TemplateMaster,
  templateRow,
  templateRows,
} from './comment-template.queries.ts'
import { loadListFile } from './list-file.service.ts'

type Input = CallBody<typeof calls.create>

export async function listTemplates(
  db: Db,
  actor: BusinessActor,
  { page, size, ...filter }: Paged & TemplateFilter,
) {
  const rows = await templateRows(db, actor, filter)
  return paginate(
    { page, size },
    async () => rows.length,
    async ({ limit, offset }) => rows.slice(offset, offset + limit),
  )
}

export async function readTemplate(db: Db, actor: BusinessActor, id: number): Promise<TemplateMaster> {
  const found = await templateRow(db, actor, id)
  if (!found) throw notFound()
  return found
}

export const keepsTemplate = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await templateRow(db, actor, id))?.is_own === true

/** The catalogue is locked before templates are read. */
async function ownTemplate(tx: Tx, actor: BusinessActor, id: number): Promise<TemplateMaster> {
  await lockCatalogue(tx)
  const found = await readTemplate(tx, actor, id)
  if (!found.is_own) throw notFound()
  return found
}

async function entryOf(tx: Tx, actor: BusinessActor, input: Input, own?: number) {
  const short_code = shortCodeOf(input.short_code)
  const { title, category, is_active } = input
  const body = input.body.replaceAll('\r\n', '\n')
  if (!isShortCode(short_code)) throw invalidField('short_code', '半角の英数字で入力してください。')
  const cannot = '絵文字などの使えない文字を取り除いてください。'
  if (hasControlOrEmoji(title)) throw invalidField('title', cannot)
  if (hasControlOrEmoji(body.replaceAll('\n', ''))) throw invalidField('body', cannot)
  const odd = oddVariablesSentence(body)
  if (odd !== undefined) throw invalidField('body', odd)
  if (category !== '' && !(await templateCategories(tx)).has(foldSearch(category)))
    throw invalidField('category', 'このカテゴリはありません。選び直してください。')
  const rows = await templateRows(tx, actor, {})
  if (rows.some((row) => row.is_own && row.id !== own && row.short_code === short_code))
    throw refuse('template_code_exists')
  return { short_code, title, body, category, is_active }
}

type Entry = TemplateEntry & { is_active: boolean }

const shown = ({ short_code, title, body, category, is_active }: Entry) => ({
  ...{ short_code, title, template_body: body, template_category: category, is_active },
})

const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'create' | 'replace' | 'shift',
  id: number,
  detail: Record<string, unknown>,
) =>
  recordActivity(tx, actor, {
    action: `comment_template.${act}`,
    object_type: 'comment_template',
    object_id: id,
    detail,
  })

export async function createTemplate(tx: Tx, actor: BusinessActor, input: Input): Promise<TemplateMaster> {
  await lockCatalogue(tx)
  const entry = await entryOf(tx, actor, input)
  const id = await insertTemplate(tx, keeperOf(actor), entry)
  await record(tx, actor, 'create', id, shown(entry))
  return readTemplate(tx, actor, id)
}

export async function replaceTemplate(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: Input & { version: number },
): Promise<TemplateMaster> {
  const before = await ownTemplate(tx, actor, id)
  if (before.version !== version) throw staleVersion(before)
  const entry = await entryOf(tx, actor, input, id)
  await updateTemplate(tx, id, entry)
  await record(tx, actor, 'replace', id, { before: shown(before), after: shown(entry) })
  return readTemplate(tx, actor, id)
}

export async function shiftTemplate(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { towards }: CallBody<typeof calls.shift>,
): Promise<TemplateMaster> {
  const moved = await ownTemplate(tx, actor, id)
  const own = (await templateRows(tx, actor, {})).filter(({ is_own }) => is_own)
  const ids = own.map((template) => template.id)
  const from = ids.indexOf(id)
  ids.splice(Math.max(0, from + (towards === 'front' ? -1 : 1)), 0, ...ids.splice(from, 1))
  await orderTemplates(tx, ids)
  await record(tx, actor, 'shift', id, { short_code: moved.short_code })
  return moved
}

export const loadTemplateFile = (db: Db, actor: BusinessActor, body: CallBody<typeof calls.load>) =>
  loadListFile(db, actor, 'templates', body, keeperOf(actor))

const columns = [
  { key: 'short_code', header: '短い記号' },
  { key: 'title', header: '題名' },
  { key: 'body', header: '本文' },
  { key: 'category', header: '分類' },
  { key: 'use', header: '使用' },
] as const

export async function* exportTemplates(db: Db, actor: BusinessActor, filter: TemplateFilter) {
  const rows = await templateRows(db, actor, filter)
  async function* once() {
    yield rows.map((row) => ({ ...row, use: row.is_active ? useWords.yes : useWords.no }))
  }
  yield* csvPieces([...columns], once(), { bom: true })
}
