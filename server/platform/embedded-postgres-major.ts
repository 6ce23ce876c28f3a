// Where a cluster is on its way from one major of PostgreSQL to the next. Two renames end it; a kill between them is
// finished by whoever starts next.
import { existsSync, readFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { PostgresHome } from './embedded-postgres-home.ts'

/** Written into the new cluster once it holds everything and is proven. */
const provenFile = 'okuru-proven'

export const nextCluster = ({ cluster }: PostgresHome): string => `${cluster}.next`
export const keptCluster = ({ cluster }: PostgresHome, major: number): string => `${cluster}.${major}`

export function majorOf(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'), 10)
  } catch {
    return undefined
  }
}

export async function move(home: PostgresHome, from: number): Promise<void> {
  await fs.writeFile(path.join(nextCluster(home), provenFile), `${from}\n`)
  const aside = keptCluster(home, from)
  await fs.rename(home.cluster, existsSync(aside) ? `${aside}.${Date.now()}` : aside)
  await fs.rename(nextCluster(home), home.cluster)
}

export async function finishMove(home: PostgresHome, log: (line: string) => void): Promise<void> {
  const next = nextCluster(home)
  if (existsSync(home.cluster) || !existsSync(path.join(next, provenFile))) return
  await fs.rename(next, home.cluster)
  log('新しい PostgreSQL への移行を終えました。 / The move to the new PostgreSQL is finished.')
}

export function requireOwnMajor(home: PostgresHome): void {
  const found = majorOf(home.cluster)
  if (found === undefined || found === home.major) return
  const [ja, en] =
    found < home.major
      ? [
          'サーバーを止めたまま npm run okuru -- upgrade database で移してください',
          'With the server stopped, move it: npm run okuru -- upgrade database',
        ]
      : ['新しい版の okuru で起動してください', 'Start a newer okuru']
  throw new Error(
    `データは PostgreSQL ${found} のもので、この版の okuru は ${home.major} を使います。${ja}。 / ` +
      `The data is of PostgreSQL ${found}, and this okuru uses ${home.major}. ${en}.`,
  )
}
