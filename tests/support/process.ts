import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const checkout = path.join(import.meta.dirname, '..', '..')

export interface ServerProcess {
  child: ChildProcess
  output: () => string
  /** Returns the address; rejects when the process ended. */
  ready: () => Promise<string>
  ended: Promise<number | null>
  stop: () => Promise<number | null>
}

export function startProcess(env: NodeJS.ProcessEnv, root = checkout): ServerProcess {
  const child = spawn(process.execPath, [path.join(root, 'server', 'main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      OKURU_DEMO: 'false',
      OKURU_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    output: () => output,
    async ready() {
      for (let waited = 0; waited < 60_000; waited += 50) {
        const address = /Web {6}(http:\/\/\S+?)\/ /.exec(output)?.[1]
        if (address) return address
        if (child.exitCode !== null) break
        await sleep(50)
      }
      throw new Error(output)
    },
    ended,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
