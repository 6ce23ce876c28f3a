// Names and numbers of the migrations; the program refuses the same ones when it starts.
import { readMigrations } from '#server/platform/migrate'

const migrations = await readMigrations().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
console.log(`${migrations.length} migrations, the last is ${migrations.at(-1)?.version}`)
