import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from './log.ts'

const background = new AsyncLocalStorage<(error: unknown) => void>()

/** Runs `work`; uncaught errors in it or in anything it starts go to `onStray` instead of ending the process. */
export function inBackground<T>(onStray: (error: unknown) => void, work: () => T): T {
  return background.run(onStray, work)
}

/** Call once per process. Uncaught errors outside `inBackground` still end it, because its state is unknown then. */
export function handleUncaughtErrors(log: Pick<Logger, 'fatal'>): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    const onStray = background.getStore()
    if (onStray) return onStray(error)
    log.fatal({ err: error }, 'uncaught error, exiting')
    process.exit(1)
  })
}
