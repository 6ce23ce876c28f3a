// Starts PostgreSQL on the first request for it, so that tests without a database do not pay for it.
import { createServer } from 'node:http'
import { brokerVariable, startTestPostgres, type TestPostgres } from './support/database.ts'

export default async function setup(): Promise<() => Promise<void>> {
  let starting: Promise<TestPostgres> | undefined
  const broker = createServer((_request, response) => {
    starting ??= startTestPostgres()
    starting.then(
      ({ url, template }) => response.end(JSON.stringify({ url, template })),
      (error: unknown) => {
        response.statusCode = 500
        response.end(error instanceof Error ? (error.stack ?? error.message) : String(error))
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    broker.once('error', reject)
    broker.listen(0, '127.0.0.1', resolve)
  })
  const address = broker.address()
  if (address === null || typeof address === 'string') throw new Error('The database broker has no port')
  process.env[brokerVariable] = `http://127.0.0.1:${address.port}/`
  return async () => {
    broker.closeAllConnections()
    broker.close()
    const postgres = await starting?.catch(() => undefined)
    await postgres?.stop()
  }
}
