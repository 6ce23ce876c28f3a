// What no promise was waited for ends a process, as Node means it to. Background work is the exception: its state is
// in the database, so whatever went wrong there is begun anew, and people who are being served notice nothing.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from './log.ts'

const background = new AsyncLocalStorage<(error: unknown) => void>()

/** Runs `work` so that errors which nobody catches, in it and in all it starts, are told to `onStray`. */
export function inBackground<T>(onStray: (error: unknown) => void, work: () => T): T {
  return background.run(onStray, work)
}

/** Once a process. Whatever was not begun by `inBackground` still ends it: its state is not known any more. */
export function surviveBackground(log: Pick<Logger, 'fatal'>): void {
  // Whoever read the log may be gone. Telling of that in the log would fail again, and so on.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    const onStray = background.getStore()
    if (onStray) return onStray(error)
    log.fatal({ err: error }, 'an error that nobody caught ends the process')
    process.exit(1)
  })
}
