import type { QueryClient } from '@tanstack/react-query'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { type AskInput, ask, newIdempotencyKey } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { type Entry as EntryOf, entryRules } from '#web/lib/save-queue.ts'
import { saveQueues } from '#web/lib/save-queues.ts'
import { saveShape } from '#web/lib/save-shape.ts'
import { PRE_DRAFT, PRE_HEAD_DRAFT, PRE_HEAD_STEPS, PRE_STEPS } from '#web/lib/unsent.ts'
import {
  blankRow,
  type ItemOnWire,
  type Patch,
  type Row,
  type RowField,
  rowOf,
  rowShape,
  wireOf,
} from './entry-types.ts'
import type { PreAssessment } from './pre-assessment-words.ts'

export type RowEntry = EntryOf<Row, RowField, Patch>
export const rowRules = entryRules(rowShape)

const NEW = 'new-'
export const newSlug = (of: number): string => `${NEW}${of}-${newIdempotencyKey()}`
export const slugOf = (of: number, id: number): string => `${of}-${id}`

export const assessmentQuery = (id: number) => queryOf(preAssessmentCalls.assessment, { params: { id } })

const places = (slug: string): { of: number; id: number | undefined; key: string } => {
  const [, fresh, of, rest = ''] = /^(new-)?(\d+)-(.+)$/.exec(slug) ?? []
  return { of: Number(of), id: fresh ? undefined : Number(rest), key: rest }
}

/** Rows made on this page, by their slug: the server numbers them. */
const born = new Map<string, { id: number; version: number }>()

/** A row is made empty under a key of its own, so that a lost answer never makes a second one; then it is filled. */
async function made(slug: string, signal: AbortSignal): Promise<{ id: number; version: number }> {
  const { of, id, key } = places(slug)
  if (id !== undefined) return { id, version: 0 }
  const known = born.get(slug)
  if (known) return known
  const { id: number, version } = await ask(preAssessmentCalls.createItem, {
    params: { assessmentPk: of },
    body: {},
    idempotencyKey: key,
    signal,
  })
  const row = { id: number, version }
  born.set(slug, row)
  return row
}

async function send(slug: string, version: number, patch: Patch, signal: AbortSignal): Promise<Row> {
  const place = await made(slug, signal)
  const item = await ask(preAssessmentCalls.updateItem, {
    params: { assessmentPk: places(slug).of, id: place.id },
    body: { version: Math.max(version, place.version), ...wireOf(patch) },
    signal,
  })
  return rowOf(slug, item)
}

/** What is shown follows a save without being read again. */
function putItem(client: QueryClient, row: Row): void {
  const { slug: _slug, hand: _hand, ...item } = row
  if (item.id === null) return
  const stored = item as ItemOnWire
  client.setQueryData(assessmentQuery(places(row.slug).of).queryKey, (before: PreAssessment | undefined) => {
    if (!before) return before
    const isKnown = before.items.some(({ id }) => id === stored.id)
    const items = isKnown
      ? before.items.map((one) => (one.id === stored.id ? stored : one))
      : [...before.items, stored]
    return { ...before, items }
  })
  void client.invalidateQueries({ queryKey: [preAssessmentCalls.assessments.route] })
}

const rows = saveQueues<Row, RowField, Patch>({
  shape: rowShape,
  draft: PRE_DRAFT,
  steps: PRE_STEPS,
  send,
  asRead: (row) => rowOf('', row as unknown as ItemOnWire),
  read: (client, slug) => {
    const { of, id } = places(slug)
    if (id === undefined) return blankRow(slug)
    const found = (data: PreAssessment): Row => {
      const item = data.items.find((one) => one.id === id)
      return item ? rowOf(slug, item) : blankRow(slug)
    }
    const known = client.getQueryData(assessmentQuery(of).queryKey)
    return known ? found(known) : client.fetchQuery(assessmentQuery(of)).then(found)
  },
  onSaved: (client, row) => putItem(client, row),
})

export const rowsQueue = (client: QueryClient, of: number) => rows.queueOf(client, String(of))
export const enterRows = (client: QueryClient, of: number) => rows.enter(client, String(of))

export const headLabels = {
  shop: '店舗',
  channel: '受付',
  operator: '担当',
  prospect: 'お客さま',
  note: 'メモ',
  validUntil: '有効期限',
} as const
export type HeadField = keyof typeof headLabels
export type HeadPatch = Partial<Pick<PreAssessment, HeadField>>
export type Head = PreAssessment & { slug: string }

const headFields = Object.keys(headLabels) as HeadField[]
const headShape = saveShape<Head, HeadField, HeadPatch>({
  fieldsOf: (patch) => headFields.filter((field) => Object.hasOwn(patch, field)),
})
export const headRules = entryRules(headShape)

const headOf = (data: PreAssessment): Head => ({ ...data, slug: String(data.id) })

const heads = saveQueues<Head, HeadField, HeadPatch>({
  shape: headShape,
  draft: PRE_HEAD_DRAFT,
  steps: PRE_HEAD_STEPS,
  send: async (slug, version, patch, signal) => {
    type Body = AskInput<typeof preAssessmentCalls.updateAssessment>['body']
    const body = { version, ...patch } as Body
    return headOf(
      await ask(preAssessmentCalls.updateAssessment, { params: { id: Number(slug) }, body, signal }),
    )
  },
  asRead: headOf,
  read: (client, slug) => {
    const known = client.getQueryData(assessmentQuery(Number(slug)).queryKey)
    return known ? headOf(known) : client.fetchQuery(assessmentQuery(Number(slug))).then(headOf)
  },
  onSaved: (client, { slug, ...data }) => {
    client.setQueryData(assessmentQuery(Number(slug)).queryKey, data)
    void client.invalidateQueries({ queryKey: [preAssessmentCalls.assessments.route] })
  },
})

export const headQueue = (client: QueryClient, id: number) => heads.queueOf(client, String(id))
export const enterHead = (client: QueryClient, id: number) => heads.enter(client, String(id))

/** Runs on every page, so that changes are sent without opening the page they were made on. */
export function resumePreAssessments(client: QueryClient): void {
  rows.resume(client)
  heads.resume(client)
}
