import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Order, pageSize, windowSize } from '#contract/field'
import type { Db } from './db.ts'
import { refuse } from './refusal.ts'
import { type Part, selectRows } from './statement.ts'

declare module 'fastify' {
  interface FastifyInstance {
    apiUrl: string
  }
}

export interface Window {
  limit: number
  offset: number
}

/** The number of rows of a list; `isLimited` where counting stopped there and there are more. */
export interface Counted {
  count: number
  isLimited?: boolean
}

export interface Listed<Row> extends Counted {
  rows: Row[]
  /** Beyond what was counted: whether a row follows this page. */
  isMore?: boolean
  window: Window
  by: 'page' | 'offset' | 'changes'
  /** Of rows in the order of their changes. */
  changes?: { after: string; isMore: boolean }
}

type Raw = string | number | undefined

export interface Paged {
  page?: Raw
  size?: Raw
}

export async function countOf(db: Db, from: Part): Promise<number> {
  const [row] = await selectRows<{ count: number }>(db, sql`select count(*) as count from ${from}`)
  return row?.count ?? 0
}

const whole = (value: Raw): number | null => {
  const number =
    typeof value === 'number'
      ? value
      : value !== undefined && /^\d{1,9}$/.test(value)
        ? Number(value)
        : Number.NaN
  return Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** A bad size is the default; a large one is capped. */
export function sizeOf(raw: Raw): number {
  const size = whole(raw)
  return size === null || size === 0 ? pageSize.usual : Math.min(size, pageSize.most)
}

/** `isExact`: to the end, whatever it takes. */
export type Count = (isExact?: boolean) => Promise<number | Counted>
type Rows<Row> = (window: Window) => Promise<Row[]>
type First<Row> = (
  limit: number,
  count: Count,
  rows: Rows<Row>,
) => Promise<(Counted & { rows: Row[] }) | null>

const countedBy = async (count: Count, isExact?: boolean): Promise<Counted> => {
  const counted = await count(isExact)
  return typeof counted === 'number' ? { count: counted } : counted
}

/** For lists whose count and choice of rows are shared: asked at the same moment, they need one look whether they still hold. */
export async function firstTogether<Row>(limit: number, count: Count, rows: Rows<Row>) {
  const [total, page] = await Promise.all([countedBy(count), rows({ limit, offset: 0 })])
  return { ...total, rows: page }
}

/** A missing page is 404, except page 1. `first` may read the first page and the count in one query. */
export async function paginate<Row>(
  query: Paged,
  count: Count,
  rows: Rows<Row>,
  first?: First<Row>,
): Promise<Listed<Row>> {
  const limit = sizeOf(query.size)
  if (query.page === 'last') {
    const total = await countedBy(count, true)
    const window = { limit, offset: Math.max(0, Math.ceil(total.count / limit) - 1) * limit }
    return { ...total, rows: await rows(window), window, by: 'page' }
  }
  const page = query.page === undefined ? 1 : whole(query.page)
  if (page === null || page === 0 || page > 10_000_000) throw refuse('invalid_page')
  const window = { limit, offset: (page - 1) * limit }
  const both = page === 1 ? await first?.(limit, count, rows) : null
  if (both) return { ...both, window, by: 'page' }
  const total = await countedBy(count)
  const isBeyond = window.offset > 0 && window.offset >= total.count
  if (isBeyond && !total.isLimited) throw refuse('invalid_page')
  if (!total.isLimited || window.offset + limit < total.count)
    return { ...total, rows: await rows(window), window, by: 'page' }
  // One row more than the page tells whether another page follows.
  const found = await rows({ ...window, limit: limit + 1 })
  if (isBeyond && found.length === 0) throw refuse('invalid_page')
  return { ...total, rows: found.slice(0, limit), isMore: found.length > limit, window, by: 'page' }
}

export async function windowed<Row>(
  query: Paged & { limit?: Raw; offset?: Raw },
  count: Count,
  rows: Rows<Row>,
): Promise<Listed<Row>> {
  const byPage = query.page !== undefined || query.size !== undefined
  if (byPage && query.offset === undefined && query.limit === undefined) {
    return paginate(query, count, rows)
  }
  const limit = whole(query.limit) || windowSize.usual
  const window = { limit: Math.min(limit, windowSize.most), offset: whole(query.offset) ?? 0 }
  const total = await countedBy(count)
  const mayHaveRows = window.offset < total.count || total.isLimited
  return { ...total, rows: mayHaveRows ? await rows(window) : [], window, by: 'offset' }
}

export function pageBody<Row>(request: FastifyRequest, listed: Listed<Row>) {
  const { count, window, changes } = listed
  if (changes)
    return {
      count,
      next: changes.isMore ? link(request, listed, 0) : null,
      previous: null,
      results: listed.rows,
      after: changes.after,
    }
  const end = window.offset + window.limit
  const next = end < count || listed.isMore ? end : null
  const before = window.offset > 0 ? Math.max(0, window.offset - window.limit) : null
  return {
    count,
    ...(listed.isLimited && { is_count_limited: true }),
    next: next === null ? null : link(request, listed, next),
    previous: before === null ? null : link(request, listed, before),
    results: listed.rows,
  }
}

function link(request: FastifyRequest, listed: Listed<unknown>, offset: number): string {
  const at = request.url.indexOf('?')
  const path = at < 0 ? request.url : request.url.slice(0, at)
  const query = new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1))
  if (listed.changes) {
    query.set('after', listed.changes.after)
    query.delete('page')
  } else if (listed.by === 'page') setOrDrop(query, 'page', offset / listed.window.limit + 1, 1)
  else {
    query.set('limit', String(listed.window.limit))
    setOrDrop(query, 'offset', offset, 0)
  }
  query.sort()
  const queryText = query.size > 0 ? `?${query.toString()}` : ''
  return `${request.server.apiUrl}${path}${queryText}`
}

function setOrDrop(query: URLSearchParams, name: string, value: number, dropped: number): void {
  if (value === dropped) query.delete(name)
  else query.set(name, String(value))
}

/** Drops unknown fields; only names from `fields` reach SQL. */
export function orderingOf<Field extends string>(
  raw: string | undefined,
  { fields, usual }: Order<Field>,
): { field: Field; desc: boolean }[] {
  const read = (text: string) =>
    text.split(',').flatMap((part) => {
      const name = part.trim()
      const desc = name.startsWith('-')
      const field = fields.find((candidate) => candidate === (desc ? name.slice(1) : name))
      return field ? [{ field, desc }] : []
    })
  const wanted = read(raw ?? '')
  return wanted.length > 0 ? wanted : read(usual)
}
