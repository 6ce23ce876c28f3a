// The baseline: a bare Fastify and pg server, both as they come, that sends rows of given statements and does nothing
// else. No sign-in, no schema, no count. Statements keep their plans, and there are as many connections as ours has.
// They arrive as JSON on the command line.
import Fastify from 'fastify'
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

interface Given {
  connectionString: string
  /** One statement: its rows. Several: a list of each one's rows. */
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
