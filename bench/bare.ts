// Baseline: plain Fastify and pg with prepared statements and as many connections as ours; no sign-in, schema or count.
import Fastify from 'fastify'
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

interface Given {
  connectionString: string
  routes: Record<string, Statement[]>
}

const { connectionString, routes } = JSON.parse(process.argv[2] ?? '') as Given
const pool = new pg.Pool({ connectionString, max: 16 })
const app = Fastify()
for (const [path, statements] of Object.entries(routes)) {
  const queries = statements.map(({ text, values }, index) => ({ name: `${path}-${index}`, text, values }))
  const rowsOf = async (query: (typeof queries)[number]) => (await pool.query(query)).rows
  const [first] = queries
  if (!first) continue
  app.get(path, queries.length === 1 ? () => rowsOf(first) : () => Promise.all(queries.map(rowsOf)))
}
process.stdout.write(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.once('SIGTERM', () => process.exit(0))
