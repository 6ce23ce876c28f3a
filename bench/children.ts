import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { serverFlags, toolEnvironment } from '../scripts/tools.mjs'
import type { Statement } from './bare.ts'
import { type Data, dataDir, root } from './data.ts'

export interface Child {
  url: string
  /** Resident memory in MB. */
  memory: () => Promise<number>
  stop: () => Promise<void>
}

/** Without demo data and with a quiet log. */
export async function startServer(data: Data, env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const port = await freePort()
  const profile = process.env.BENCH_PROFILE ? ['--cpu-prof', '--cpu-prof-dir', process.env.BENCH_PROFILE] : []
  return start([...serverFlags, ...profile, path.join(root, 'server', 'main.ts')], {
    OKURU_DATA_DIR: dataDir,
    DATABASE_URL: data.connectionString,
    OKURU_DEMO: 'false',
    OKURU_LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
    ...env,
  })
}

export async function startBare(data: Data, routes: Record<string, Statement[]>): Promise<Child> {
  const { connectionString } = data
  return start([path.join(root, 'bench', 'bare.ts'), JSON.stringify({ connectionString, routes })], {})
}

/** Starts a program that prints its address once it listens. */
async function start(args: string[], env: NodeJS.ProcessEnv): Promise<Child> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...toolEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    await end(child)
  }
  try {
    return { url: await addressOf(child), memory: () => memoryOf(child), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`not listening after a minute: ${text}`)), 60_000)
    child.stdout?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-10_000)
      const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (!url) return
      clearTimeout(timer)
      resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(timer)
}

async function memoryOf(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
