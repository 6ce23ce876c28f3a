// An error that nobody catches ends the process, as Node intends. Background work is the exception: all its state is in
// the database, so it is started anew, and the calls being served are not affected.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from './log.ts'

const background = new AsyncLocalStorage<(error: unknown) => void>()

/** Runs `work` so that errors which nobody catches, in it and in all it starts, are told to `onStray`. */
export function inBackground<T>(onStray: (error: unknown) => void, work: () => T): T {
  return background.run(onStray, work)
}

/** Once a process. Whatever was not begun by `inBackground` still ends it: its state is not known any more. */
export function surviveBackground(log: Pick<Logger, 'fatal'>): void {
  // A closed output is an error that would be logged to the same output, and fail again.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    const onStray = background.getStore()
    if (onStray) return onStray(error)
    log.fatal({ err: error }, 'an error that nobody caught ends the process')
    process.exit(1)
  })
}
