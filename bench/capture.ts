import type pg from 'pg'
import { buildApp } from '#server/app'
import { makeDb } from '#server/platform/db'
import type { Statement } from './bare.ts'
import type { Data } from './data.ts'

/** Records the statements of a real call, without those of authentication. */
export async function capture(
  data: Data,
  url: string,
  headers: Record<string, string>,
): Promise<{ statements: Statement[]; body: unknown }> {
  const seen: Statement[] = []
  const pool = listening(data.pool, (statement) => seen.push(statement))
  const app = await buildApp({ db: makeDb(pool), ...data.tools })
  try {
    await app.inject({ url, headers })
    seen.length = 0
    const response = await app.inject({ url, headers })
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${url}: ${response.body}`)
    return { statements: [...seen], body: response.json() }
  } finally {
    await app.close()
  }
}

type Query = (first: string | Statement, values?: unknown[]) => unknown

function listening(pool: pg.Pool, heard: (statement: Statement) => void): pg.Pool {
  const connect = async () => {
    const client = await pool.connect()
    const run = client.query.bind(client) as Query
    const query: Query = (first, values) => {
      if (typeof first !== 'string') heard({ text: first.text, values: first.values })
      else heard({ text: first, values: values ?? [] })
      return values ? run(first, values) : run(first)
    }
    return { query, release: () => client.release() }
  }
  return { connect, end: async () => undefined } as unknown as pg.Pool
}
