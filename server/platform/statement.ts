import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Db, namedQuery, type Tx } from './db.ts'

/**
 * A piece of SQL with its values, put together by `part`. Only what stands in the source becomes text; every
 * value becomes a parameter. For statements asked hundreds of times a second: making their text this way costs
 * a fiftieth of what a query builder takes.
 */
export interface Part {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly [mark]: true
}

// No input can carry a symbol, so nothing that was sent is ever taken for a part.
const mark = Symbol('part')

function made(strings: readonly string[], values: readonly unknown[]): Part {
  return { strings, values, [mark]: true }
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && mark in value

/** SQL as it stands in the source; a part within it becomes text, anything else a parameter. */
export function part(strings: TemplateStringsArray, ...values: unknown[]): Part {
  return made(strings, values)
}

export const nothing: Part = part``

const words = new Map<string, Part>()

/** A column or a direction to sort by, which has to be a plain name: it becomes text. */
export function word(name: string): Part {
  const known = words.get(name)
  if (known) return known
  if (!/^[a-z_]\w*(\.[a-z_]\w*)?( (asc|desc)( nulls (first|last))?)?$/.test(name)) {
    throw new Error('not the name of a column')
  }
  const one = made([name], [])
  words.set(name, one)
  return one
}

/**
 * How many rows at most, and from where. A usual number is written as text: a number PostgreSQL cannot see makes it
 * plan the statement again at every call, which takes longer than to read the rows.
 */
export function limited(limit: number, offset: number): Part {
  if (offset > 0) return part`limit ${limit} offset ${offset}`
  return usualLimits.has(limit) ? made([`limit ${limit}`], []) : part`limit ${limit}`
}

// Few, because every text becomes a statement of its own on every connection.
const usualLimits = new Set([20, 50, 100, 200])

export function joined(list: readonly Part[], between: ', ' | ' and '): Part {
  if (list.length === 0) return nothing
  return made(['', ...Array.from({ length: list.length - 1 }, () => between), ''], list)
}

/** Text with numbered parameters, and their values. */
export function textOf(statement: Part): { text: string; values: unknown[] } {
  const values: unknown[] = []
  return { text: write(statement, values), values }
}

function write({ strings, values }: Part, all: unknown[]): string {
  let text = strings[0] ?? ''
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    text += isPart(value) ? write(value, all) : `$${all.push(value)}`
    text += strings[index + 1] ?? ''
  }
  return text
}

/** The same piece for a statement of the query builder. */
export function forBuilder<T>({ strings, values }: Part): RawBuilder<T> {
  const inner = values.map((value) => (isPart(value) ? forBuilder(value) : value))
  return sql<T>(Object.assign([...strings], { raw: strings }) as TemplateStringsArray, ...inner)
}

/** Asks at once, past the query builder; within a transaction over its connection. */
export async function ask<Row>(db: Db | Tx, statement: Part): Promise<Row[]> {
  const { text, values } = textOf(statement)
  const direct = namedQuery(db)
  if (direct) return (await direct(text, values)) as Row[]
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}
