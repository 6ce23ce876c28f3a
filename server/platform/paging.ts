import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Order, pageSize, windowSize } from '#contract/field'
import type { Db } from './db.ts'
import { refuse } from './refusal.ts'
import { type Part, selectRows } from './statement.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Origin of the calls as callers see it. */
    apiUrl: string
  }
}

export interface Window {
  limit: number
  offset: number
}

export interface Listed<Row> {
  rows: Row[]
  count: number
  window: Window
  by: 'page' | 'offset'
}

type Raw = string | number | undefined

/** Which page of a list is wanted. */
export interface Paged {
  page?: Raw
  size?: Raw
}

/** How many rows a list has: `from` is its tables with its conditions. */
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

/** `size`: a bad one is the default, one above the most is cut. */
export function sizeOf(raw: Raw): number {
  const size = whole(raw)
  return size === null || size === 0 ? pageSize.usual : Math.min(size, pageSize.most)
}

/**
 * A page of a list. A page that does not exist is 404 (page 1 of an empty list exists); `last` is understood. `first`
 * may read the first page and the number at once.
 */
export async function paginate<Row>(
  query: Paged,
  count: () => Promise<number>,
  rows: (window: Window) => Promise<Row[]>,
  first?: (limit: number) => Promise<{ rows: Row[]; count: number } | null>,
): Promise<Listed<Row>> {
  const limit = sizeOf(query.size)
  if (query.page === 'last') {
    const total = await count()
    const window = { limit, offset: Math.max(0, Math.ceil(total / limit) - 1) * limit }
    return { rows: await rows(window), count: total, window, by: 'page' }
  }
  const page = query.page === undefined ? 1 : whole(query.page)
  if (page === null || page === 0 || page > 10_000_000) throw refuse('invalid_page')
  const window = { limit, offset: (page - 1) * limit }
  const both = page === 1 ? await first?.(limit) : null
  if (both) return { ...both, window, by: 'page' }
  const total = await count()
  if (window.offset > 0 && window.offset >= total) throw refuse('invalid_page')
  return { rows: await rows(window), count: total, window, by: 'page' }
}

/** A window of a list by limit and offset: an offset past the end gives an empty list, never an error. */
export async function windowed<Row>(
  query: Paged & { limit?: Raw; offset?: Raw },
  count: () => Promise<number>,
  rows: (window: Window) => Promise<Row[]>,
): Promise<Listed<Row>> {
  const byPage = query.page !== undefined || query.size !== undefined
  if (byPage && query.offset === undefined && query.limit === undefined) {
    return paginate(query, count, rows)
  }
  const limit = whole(query.limit) || windowSize.usual
  const window = { limit: Math.min(limit, windowSize.most), offset: whole(query.offset) ?? 0 }
  const total = await count()
  return { rows: window.offset < total ? await rows(window) : [], count: total, window, by: 'offset' }
}

/**
 * The page object. Links are absolute, keep the other parameters (sorted), and drop page 1 and offset 0. They lead to the
 * address the server is known by: the one a caller writes into its request may be anybody's.
 */
export function pageBody<Row>(request: FastifyRequest, listed: Listed<Row>) {
  const { count, window } = listed
  const next = window.offset + window.limit < count ? window.offset + window.limit : null
  const before = window.offset > 0 ? Math.max(0, window.offset - window.limit) : null
  return {
    count,
    next: next === null ? null : link(request, listed, next),
    previous: before === null ? null : link(request, listed, before),
    results: listed.rows,
  }
}

function link(request: FastifyRequest, listed: Listed<unknown>, offset: number): string {
  const at = request.url.indexOf('?')
  const path = at < 0 ? request.url : request.url.slice(0, at)
  const query = new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1))
  if (listed.by === 'page') setOrDrop(query, 'page', offset / listed.window.limit + 1, 1)
  else {
    query.set('limit', String(listed.window.limit))
    setOrDrop(query, 'offset', offset, 0)
  }
  query.sort()
  const asked = query.size > 0 ? `?${query.toString()}` : ''
  return `${request.server.apiUrl}${path}${asked}`
}

function setOrDrop(query: URLSearchParams, name: string, value: number, dropped: number): void {
  if (value === dropped) query.delete(name)
  else query.set(name, String(value))
}

/**
 * `ordering=-created_at,id` against the fields a list allows. Unknown fields are dropped silently; when none is
 * left the usual order applies. Only names from `fields` reach SQL.
 */
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
