import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresHome } from './embedded-postgres-home.ts'
import { kindOfFailure, type ProcessOptions, shutDown, startOnce } from './embedded-postgres-process.ts'

export interface UnexpectedExit {
  readonly cause: string
  readonly restarting: boolean
}

export interface SupervisorOptions extends ProcessOptions {
  /** Tests only: restart delays in milliseconds. */
  readonly pauses?: readonly number[]
}

export interface Supervised {
  stop(): Promise<void>
  onExit(listener: (exit: UnexpectedExit) => void): void
}

/** Delays before each restart in milliseconds; the last repeats. Consecutive crashes start further down the list. */
const usualPauses = [200, 300, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
const mostAtStart = 6
const crashesCountFor = 600_000
const patience = 600_000

export async function supervise(
  home: PostgresHome,
  port: number,
  options: SupervisorOptions,
): Promise<Supervised> {
  const listeners: ((exit: UnexpectedExit) => void)[] = []
  const stopping = new AbortController()
  const cancelled = () => stopping.signal.aborted
  let running = await firstStart(home, port, options)
  let recovery: Promise<void> = Promise.resolve()
  let crashes: number[] = []

  const watch = (child: ChildProcess) => {
    const ended = () => {
      if (cancelled()) return
      recovery = recover(`PostgreSQL exited (${child.signalCode ?? child.exitCode})`)
    }
    // It may have ended before the listener was added.
    if (child.exitCode !== null || child.signalCode !== null) ended()
    else child.once('exit', ended)
  }
  const recover = async (cause: string) => {
    const now = performance.now()
    crashes = [...crashes.filter((at) => at > now - crashesCountFor), now]
    options.log(`データベースが止まったため、再起動します。 / ${cause}; starting it again.`)
    for (const listener of listeners) listener({ cause, restarting: true })
    try {
      running = await startAgain(home, port, options, crashes.length, stopping.signal)
    } catch (error) {
      if (cancelled()) return
      const reason = error instanceof Error ? error.message : String(error)
      options.log(reason)
      for (const listener of listeners) listener({ cause: reason, restarting: false })
      return
    }
    options.log('データベースを再起動しました。 / PostgreSQL is running again.')
    watch(running)
  }
  const stopAtExit = () => running.kill('SIGINT')
  process.once('exit', stopAtExit)
  watch(running)

  return {
    onExit: (listener) => void listeners.push(listener),
    async stop() {
      stopping.abort()
      await recovery
      process.off('exit', stopAtExit)
      await shutDown(running)
    },
  }
}

/** Few attempts only, because somebody waits at the terminal; leftovers of the last run may need a moment. */
async function firstStart(home: PostgresHome, port: number, options: ProcessOptions): Promise<ChildProcess> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await startOnce(home, port, options, () => false)
    } catch (error) {
      if (attempt >= mostAtStart || kindOfFailure(error) !== 'unknown') throw error
      await sleep(usualPauses[attempt])
    }
  }
}

/** Retries with growing delays: without end while the disk is full, else until `patience` is over. */
async function startAgain(
  home: PostgresHome,
  port: number,
  options: SupervisorOptions,
  crashes: number,
  stopping: AbortSignal,
): Promise<ChildProcess> {
  const begun = performance.now()
  const pauses = options.pauses ?? usualPauses
  for (let attempt = crashes; ; attempt++) {
    // After a crash the old backends hold the shared memory for a moment.
    const pause = pauses[Math.min(attempt, pauses.length) - 1] as number
    await sleep(pause, undefined, { signal: stopping })
    try {
      return await startOnce(home, port, options, () => stopping.aborted)
    } catch (error) {
      const kind = kindOfFailure(error)
      const isOver = kind === 'unknown' && performance.now() - begun > patience
      if (stopping.aborted || kind === 'hopeless' || isOver) throw error
      const next = (pauses[Math.min(attempt + 1, pauses.length) - 1] as number) / 1000
      const [reason] = (error as Error).message.split('\n')
      options.log(`${reason} (${next} 秒後にもう一度起動します / next attempt in ${next} s)`)
    }
  }
}
