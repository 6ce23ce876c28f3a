// Names and numbers of the migrations, and whether processes of the release before bear the new ones: docs/operations.md.
import { cannotRepeat, unmarked } from '#server/platform/migration.rules'
import { readMigrations, readReleases } from '#server/platform/migration-files'

const migrations = await readMigrations().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const released = (await readReleases()).at(-1)
const fresh = migrations.filter(({ version }) => version > (released?.last ?? ''))
const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100)
const problems = [
  ...fresh.flatMap(({ version, sql }) =>
    unmarked(sql).map(
      ({ text, why }) => `${version} ${why}, without \`-- contract: why\` before it: ${short(text)}`,
    ),
  ),
  ...fresh.flatMap(({ version, sql }) =>
    cannotRepeat(sql).map((text) => `${version} cannot be repeated outside a transaction: ${short(text)}`),
  ),
]
if (!migrations.some(({ version }) => version === released?.last))
  problems.push(`releases.json names ${released?.last}, which is no migration`)
for (const problem of problems) console.error(problem)
console.log(
  `${migrations.length} migrations, the last is ${migrations.at(-1)?.version}, ${fresh.length} since ${released?.release}`,
)
process.exit(problems.length > 0 ? 1 : 0)
