// One server a data folder. The lock names its holder by process id and start time, so a lock left by
// kill -9 is recognised even when the id has been given to another process since.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import * as fs from 'node:fs/promises'

export interface ProcessLock {
  release(): void
}

/** Returns the lock, or the process id of the living holder. */
export async function takeProcessLock(file: string): Promise<ProcessLock | number> {
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}\n`
  for (;;) {
    if (await createWith(file, mine)) return { release: () => releaseIfMine(file, mine) }
    const found = await fs.readFile(file, 'utf8').catch(() => undefined)
    if (found === undefined) continue
    const holder = livingHolder(found)
    if (holder !== undefined) return holder
    // Two starts may find the same stale lock. Whoever renames it away owns what it renamed; if that
    // turns out to be the other's fresh lock, it goes back.
    const aside = `${file}.${process.pid}`
    const moved = await fs.rename(file, aside).then(
      () => true,
      () => false,
    )
    if (!moved) continue
    if ((await fs.readFile(aside, 'utf8')) !== found) await fs.link(aside, file).catch(() => undefined)
    await fs.rm(aside, { force: true })
  }
}

/** Written aside and linked into place, so that nobody ever reads a half-written lock. */
async function createWith(file: string, text: string): Promise<boolean> {
  const draft = `${file}.new.${process.pid}`
  await fs.writeFile(draft, text)
  try {
    await fs.link(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await fs.rm(draft, { force: true })
  }
}

function releaseIfMine(file: string, mine: string): void {
  try {
    if (readFileSync(file, 'utf8') === mine) rmSync(file)
  } catch {
    // Already gone: the folder was removed under a running server.
  }
}

function livingHolder(text: string): number | undefined {
  const [id, ...rest] = text.trim().split(' ')
  const pid = Number(id)
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const started = startOf(pid)
  return started !== undefined && started === rest.join(' ') ? pid : undefined
}

/** When the process began, in whatever form the system gives; undefined when there is no such process. */
function startOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'win32') return ''
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The second field is the command in parentheses and may hold spaces; state is the first after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z') return undefined
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${boot}:${fields[19]}`
    } catch {
      return undefined
    }
  }
  const shown = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return shown.stdout?.trim().replace(/\s+/g, '-') || undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
