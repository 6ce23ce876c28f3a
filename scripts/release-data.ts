// `npm run release:data`, at a release: writes the fixture from which later releases test their upgrade.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { boot, demoSeed } from '#server/boot'
import { readConfig } from '#server/platform/config'
import { readMigrations, readReleases } from '#server/platform/migration-files'
import { loadReferenceData } from '#server/seed/reference'
import { createEmptyDatabase, startTestPostgres } from '../tests/support/database.ts'
import { releaseFile, writeReleaseData } from '../tests/support/release-data.ts'

const released = (await readReleases()).at(-1)
const newest = (await readMigrations()).at(-1)?.version
if (!released || released.last !== newest) {
  process.stderr.write(`✖ The last release in releases.json has to end with ${newest}\n`)
  process.exit(1)
}

const postgres = await startTestPostgres()
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'okuru-release-'))
const database = await createEmptyDatabase()
try {
  const config = readConfig({ OKURU_DATA_DIR: dataDir, DATABASE_URL: database.url, OKURU_LOG_LEVEL: 'warn' })
  const booted = await boot({
    config,
    say: (line) => void process.stdout.write(`${line}\n`),
    migrating: true,
  })
  try {
    await loadReferenceData(booted.pool)
    await (await demoSeed())?.(booted.db, booted.tools)
    await writeReleaseData(database.url, dataDir, released)
    process.stdout.write(`${releaseFile(released.release)}\n`)
  } finally {
    await booted.stop()
  }
} finally {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
  await postgres.stop()
}
