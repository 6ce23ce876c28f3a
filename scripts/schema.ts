// `npm run schema` writes schema.sql and db-types.ts from a migrated database; `schema:check` fails when they differ.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { dumpSchema } from '#server/platform/schema-dump'
import { cloneDatabase, openPool, startTestPostgres } from '../tests/support/database.ts'
import { generateDbTypes } from './db-types.ts'

const mode = process.argv[2]
if (mode !== '--write' && mode !== '--check') {
  console.error('Usage: node scripts/schema.ts --write | --check')
  process.exit(2)
}

const root = path.join(import.meta.dirname, '..')
const stale: string[] = []
for (const [file, text] of Object.entries(await generate())) {
  const target = path.join(root, file)
  const written = await readFile(target, 'utf8').catch(() => undefined)
  if (written?.replaceAll('\r\n', '\n') === text) continue
  if (mode === '--write') {
    await writeFile(target, text)
    console.log(`${file} written`)
  } else {
    stale.push(file)
    console.error(`${file}: ${firstDifference(written ?? '', text)}`)
  }
}
if (stale.length > 0) {
  console.error(`Not what server/migrations makes: ${stale.join(', ')}. Run \`npm run schema\` and commit.`)
  process.exitCode = 1
}

async function generate(): Promise<Record<string, string>> {
  const postgres = await startTestPostgres()
  try {
    const database = await cloneDatabase()
    const pool = openPool(database.url, 1)
    try {
      return {
        'server/schema.sql': await dumpSchema(pool),
        'server/platform/db-types.ts': await generateDbTypes(pool),
      }
    } finally {
      await pool.end()
      await database.drop()
    }
  } finally {
    await postgres.stop()
  }
}

function firstDifference(committed: string, expected: string): string {
  const have = committed.split('\n')
  const want = expected.split('\n')
  const line = want.findIndex((text, index) => text !== have[index])
  const at = line === -1 ? want.length : line
  return `line ${at + 1} is ${JSON.stringify(have[at])}, should be ${JSON.stringify(want[at])}`
}
