import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'

export const migrationsDirectory = path.join(import.meta.dirname, '..', 'migrations')

export interface Migration {
  readonly version: string
  readonly checksum: string
  readonly sql: string
  /** The number of the release that it came with. */
  readonly release: number
}

/** Oldest first. What follows the last migration of the last belongs to the release being made. */
const Releases = z.array(z.object({ release: z.string(), last: z.string() }))
export type Releases = z.output<typeof Releases>

let own: Promise<Migration[]> | undefined

/** Those of this program as they were at the start: a newer release may replace the files while it runs. */
export function readMigrations(directory: string = migrationsDirectory): Promise<Migration[]> {
  if (directory !== migrationsDirectory) return readFolder(directory)
  own ??= readFolder(directory)
  own.catch(() => {
    own = undefined
  })
  return own
}

async function readFolder(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const releases = await readReleases(directory)
  const migrations = await Promise.all(
    names.map(async (name) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
        throw new Error(`Migration ${name} must be named like 0001_short_name.sql`)
      }
      // CRLF checkouts have the same checksum.
      const sql = (await readFile(path.join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      const version = name.slice(0, -'.sql'.length)
      return { version, checksum: sha256(sql), sql, release: releaseOf(version, releases) }
    }),
  )
  const numbers = migrations.map(({ version }) => version.slice(0, 4))
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index)
  if (twice !== undefined) throw new Error(`Two migrations are numbered ${twice}`)
  return migrations
}

export async function readReleases(directory: string = migrationsDirectory): Promise<Releases> {
  const text = await readFile(path.join(directory, 'releases.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '[]'
      throw error
    },
  )
  return Releases.parse(JSON.parse(text))
}

function releaseOf(version: string, releases: Releases): number {
  const index = releases.findIndex(({ last }) => version <= last)
  return (index < 0 ? releases.length : index) + 1
}

/** A release without migrations of its own counts too. */
const releaseAfter = (releases: Releases, newest: number): number => Math.max(1, releases.length, newest)

/** The number of this program. Each connection carries it in its name, so that a newer one sees who is still there. */
export const programRelease: number = (() => {
  const releases = Releases.parse(
    JSON.parse(readFileSync(path.join(migrationsDirectory, 'releases.json'), 'utf8')),
  )
  const names = readdirSync(migrationsDirectory).filter((name) => name.endsWith('.sql'))
  const newest = names.sort().at(-1)?.slice(0, -'.sql'.length) ?? ''
  return releaseAfter(releases, releaseOf(newest, releases))
})()

export const ownRelease = async (directory: string, files: readonly Migration[]): Promise<number> =>
  directory === migrationsDirectory
    ? programRelease
    : releaseAfter(await readReleases(directory), files.at(-1)?.release ?? 0)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
