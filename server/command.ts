import type { Booted, Opened } from './boot.ts'

/** Exit codes: 1 for problems in the data, 2 for a wrong or failed command. */
export const fine = 0
export const wrong = 1
export const misused = 2
export const failed = 3

export interface Command {
  help: string
  /** Read-only commands never migrate. */
  migrating?: true
  takes?: readonly string[]
  details?: string
  check?: (given: Given) => string[]
  run: (booted: Booted, given: Given) => Promise<number>
}

/** Gets only the database: it repairs what a start, and so every other command, refuses. */
type BareCommand = Omit<Command, 'run'> & { bare: (opened: Opened, given: Given) => Promise<number> }

/** A command that opens what it needs by itself. */
type LoneCommand = Omit<Command, 'run'> & { alone: (given: Given) => Promise<number> }
export type AnyCommand = Command | BareCommand | LoneCommand

export type Given = ReadonlyMap<string, readonly string[]>

let isHeard = true
// The reader may close the pipe (`| head`).
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    isHeard = false
  })
}

export const say = (line: string) => {
  if (isHeard) process.stdout.write(`${line}\n`)
}
