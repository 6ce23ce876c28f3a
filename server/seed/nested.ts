import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  CompiledQuery as raw,
} from 'kysely'
import type { Db } from '#server/platform/db'
import type { DB } from '#server/platform/db-types'

/** Runs `work` with every transaction as a savepoint of one real transaction. */
export async function inSavepoints<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) =>
    tx.getExecutor().provideConnection((connection) =>
      work(
        new Kysely<DB>({
          dialect: {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => savepointDriver(connection),
            createIntrospector: (inner) => new PostgresIntrospector(inner),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
        }),
      ),
    ),
  )
}

function savepointDriver(connection: DatabaseConnection): Driver {
  const one = queued(connection)
  let depth = 0
  const say = async (text: string) => {
    await one.executeQuery(raw.raw(text))
  }
  const nothing = async () => undefined
  return {
    init: nothing,
    destroy: nothing,
    acquireConnection: async () => one,
    releaseConnection: nothing,
    beginTransaction: () => say(`savepoint nested_${++depth}`),
    commitTransaction: () => say(`release savepoint nested_${depth--}`),
    async rollbackTransaction() {
      await say(`rollback to savepoint nested_${depth}`)
      await say(`release savepoint nested_${depth--}`)
    },
  }
}

/** Serializes concurrent statements on one connection. */
function queued(connection: DatabaseConnection): DatabaseConnection {
  let last: Promise<unknown> = Promise.resolve()
  return {
    executeQuery: <R>(query: CompiledQuery) => {
      const mine = last.then(() => connection.executeQuery<R>(query))
      last = mine.catch(() => undefined)
      return mine
    },
    streamQuery: () => {
      throw new Error('streaming is not supported inside savepoints')
    },
  }
}
