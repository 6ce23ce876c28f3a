// One server per data folder. Locks hold process id and start time, so that a reused id does not match.
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
    // Two starts may find the same stale lock: the rename decides. Another's fresh lock is put back.
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
    // The folder was removed under a running server.
  }
}

function livingHolder(text: string): number | undefined {
  const [id, ...rest] = text.trim().split(' ')
  const pid = Number(id)
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const started = startOf(pid)
  return started !== undefined && started === rest.join(' ') ? pid : undefined
}

function startOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'win32') return ''
  if (process.platform === 'linux') {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${statOf(pid)?.[19]}`
  }
  const shown = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return shown.stdout?.trim().replace(/\s+/g, '-') || undefined
}

/** Zombies count as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return process.platform !== 'linux' || statOf(pid)?.[0] !== 'Z'
}

/** Fields of /proc/<pid>/stat after the command, which may contain spaces. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
