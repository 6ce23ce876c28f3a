import { type ChildProcess, fork } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import type { RefusedImage } from './image.ts'
import type { Original, PictureEdits, RefusedEdit, Size } from './picture-drawing.ts'

export type Work =
  | { kind: 'original'; path: string }
  | { kind: 'edited'; bytes: Uint8Array; edits: PictureEdits }
  | { kind: 'sizes'; bytes: Uint8Array }

export type Answer = { result: unknown } | { problem: string }

interface Waiting {
  work: Work
  settle: (answer: Answer) => void
}

const mostProcesses = Math.max(1, Math.min(2, os.availableParallelism()))
const idleMilliseconds = 20_000
/** On a machine that is busy with calls, drawing gets little of the processor. */
const longestMilliseconds = 300_000
const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

const urgent: Waiting[] = []
const patient: Waiting[] = []
const idle = new Map<ChildProcess, NodeJS.Timeout>()
let processes = 0

function add<Result>(queue: Waiting[], work: Work): Promise<Result> {
  return new Promise((resolve, reject) => {
    const settle = (answer: Answer) =>
      'problem' in answer
        ? reject(new Error(`a picture could not be drawn: ${answer.problem}`))
        : resolve(answer.result as Result)
    queue.push({ work, settle })
    next()
  })
}

/** What somebody waits for comes before what may come later. */
function next(): void {
  if (urgent.length + patient.length === 0) return
  const [free] = idle.keys()
  if (!free && processes >= mostProcesses) return
  const waiting = urgent.shift() ?? patient.shift()
  if (waiting) give(free ?? start(), waiting)
}

/** Without the environment of the server: it decodes what strangers sent. */
function start(): ChildProcess {
  processes += 1
  const child = fork(program, {
    env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
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
  const end = (answer: Answer) => {
    clearTimeout(limit)
    child.removeAllListeners('message').removeAllListeners('error').off('exit', died)
    settle(answer)
  }
  const died = () => end({ problem: 'its process ended' })
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

/** The file stays; the caller deletes it. */
export const originalOf = (path: string) => add<Original | RefusedImage>(urgent, { kind: 'original', path })

export const editedFrom = (bytes: Buffer, edits: PictureEdits) =>
  add<Original | RefusedEdit>(urgent, { kind: 'edited', bytes, edits })

/** Later than anything somebody waits for. */
export const sizesOf = (bytes: Buffer) => add<Size[]>(patient, { kind: 'sizes', bytes })
