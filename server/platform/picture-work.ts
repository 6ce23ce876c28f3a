import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { type LocalFile, uploadFolder } from './files.ts'
import type { RefusedImage } from './image.ts'
import type { Original, PictureEdits, RefusedEdit, Size } from './picture-drawing.ts'
import type { Tools } from './tools.ts'

interface Configured {
  config: Pick<Tools['config'], 'dataDir'>
}

/** Of the picture at `path`. What is drawn goes into `folder`. */
export type Work = { path: string; folder: string } & (
  | { kind: 'original' | 'sizes' }
  | { kind: 'edited'; edits: PictureEdits }
)

/** With files in place of bytes. */
export type Filed<Drawn> = { [Part in keyof Drawn]: Drawn[Part] extends Buffer ? LocalFile : Drawn[Part] }
/** A look is of eight bytes. */
export type DrawnOriginal = Filed<Omit<Original, 'look'>> & Pick<Original, 'look'>

export type Answer = { result: unknown } | { problem: string }

interface Waiting {
  work: Work
  /** When it was wanted, in milliseconds of `performance.now`. */
  since: number
  settle: (answer: Answer) => void
}

const mostProcesses = Math.max(1, Math.min(2, os.availableParallelism()))
/** Where somebody waits for a picture, others make calls: half of the processors stay theirs. */
const mostUrgent = Math.max(1, Math.min(mostProcesses, Math.floor(os.availableParallelism() / 2)))
/** With fewer processors, drawing rests between two such pictures for as long as the first took. */
const needsRests = os.availableParallelism() < 4
const longestRestMilliseconds = 300
/** Photos come in batches: sizes start only after a pause between urgent pictures. After the longer time, any pause will do. */
const lullMilliseconds = 1000
const longestLullMilliseconds = 30_000
const idleMilliseconds = 20_000
/** On a machine that is busy with calls, drawing gets little of the processor. */
const longestMilliseconds = 300_000
const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

const urgent: Waiting[] = []
const patient: Waiting[] = []
const idle = new Map<ChildProcess, NodeJS.Timeout>()
let processes = 0
let urgentUnderWay = 0
let lastUrgent = Number.NEGATIVE_INFINITY
let restUntil = Number.NEGATIVE_INFINITY
let later: NodeJS.Timeout | undefined

const isUrgent = ({ kind }: Work): boolean => kind !== 'sizes'

function add<Result>(work: Work): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = (answer: Answer) =>
      'problem' in answer
        ? reject(new Error(`a picture could not be drawn: ${answer.problem}`))
        : resolve(answer.result as Result)
    const queue = isUrgent(work) ? urgent : patient
    queue.push({ work, settle, since: performance.now() })
    next()
  })
}

function next(): void {
  const [free] = idle.keys()
  if (!free && processes >= mostProcesses) return
  if (urgentUnderWay >= (urgent.length > 0 ? mostUrgent : 1)) return
  const left = earliest() - performance.now()
  if (left > 0) {
    clearTimeout(later)
    later = setTimeout(next, left)
    return
  }
  const waiting = urgent.shift() ?? patient.shift()
  if (!waiting) return
  give(free ?? start(), waiting)
  // Several may have been held back.
  next()
}

/** When the next picture may be drawn. */
function earliest(): number {
  if (urgent.length > 0) return restUntil
  const [first] = patient
  if (!first) return Number.NEGATIVE_INFINITY
  return Math.min(lastUrgent + lullMilliseconds, first.since + longestLullMilliseconds)
}

/**
 * For glibc (mallopt(3)): memory of one picture serves the next. Taken from the system anew, a picture costs 10,000 page
 * faults and a third more time.
 */
const heldMemory = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(512 * 1024 * 1024),
  MALLOC_TOP_PAD_: String(64 * 1024 * 1024),
}

/** Without the environment of the server: it decodes what strangers sent. */
function start(): ChildProcess {
  processes += 1
  const child = fork(program, {
    env: { UV_THREADPOOL_SIZE: '1', ...heldMemory },
    execArgv: ['--max-old-space-size=256'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A session of its own, whose share of the processor it sets. It ends with the channel.
    detached: process.platform !== 'win32',
  })
  child.once('exit', () => {
    processes -= 1
    clearTimeout(idle.get(child))
    idle.delete(child)
    next()
  })
  return child
}

function give(child: ChildProcess, { work, settle }: Waiting): void {
  clearTimeout(idle.get(child))
  idle.delete(child)
  child.ref()
  child.channel?.ref()
  const limit = setTimeout(() => child.kill('SIGKILL'), longestMilliseconds)
  const began = performance.now()
  if (isUrgent(work)) urgentUnderWay += 1
  const end = (answer: Answer) => {
    clearTimeout(limit)
    if (isUrgent(work)) {
      urgentUnderWay -= 1
      lastUrgent = performance.now()
      if (needsRests) restUntil = lastUrgent + Math.min(longestRestMilliseconds, lastUrgent - began)
    }
    child.removeAllListeners('message').removeAllListeners('error').off('exit', died)
    settle(answer)
  }
  const died = () => {
    end({ problem: 'its process ended' })
    // Only now is its place free again.
    next()
  }
  child.once('exit', died)
  child.once('error', (error) => end({ problem: error.message }))
  child.once('message', (answer: Answer) => {
    end(answer)
    rest(child)
    next()
  })
  child.send(work, (error) => {
    if (error) child.kill('SIGKILL')
  })
}

/** Keeps its memory only while there is work; never keeps the server from ending. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  const timer = setTimeout(() => child.kill(), idleMilliseconds)
  timer.unref()
  idle.set(child, timer)
}

// The pictures that are given stay; those that are drawn belong to the caller, who moves them into the store.

export const originalOf = (path: string, { config }: Configured) =>
  add<DrawnOriginal | RefusedImage>({ kind: 'original', path, folder: uploadFolder(config) })

export const editedFrom = (path: string, edits: PictureEdits, { config }: Configured) =>
  add<DrawnOriginal | RefusedEdit>({ kind: 'edited', path, folder: uploadFolder(config), edits })

/** Later than anything somebody waits for. */
export const sizesOf = (path: string, { config }: Configured) =>
  add<Filed<Size>[]>({ kind: 'sizes', path, folder: uploadFolder(config) })
