import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ReadPicture } from './reading.ts'

export interface ReadOrder {
  id: number
  bytes: Uint8Array
}
export type ReadAnswer = { id: number } & ({ picture: ReadPicture } | { problem: string })

/** More are waiting than can be read in good time. */
export class ReaderBusy extends Error {}

const mostThreads = Math.max(1, Math.min(2, availableParallelism() - 1))
const mostWaiting = 24
const longestMilliseconds = 60_000
const idleMilliseconds = 120_000

interface Work {
  bytes: Uint8Array
  resolve: (picture: ReadPicture) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  /** Undefined while it waits for work. */
  work: Work | undefined
  idle: NodeJS.Timeout | undefined
  late: NodeJS.Timeout | undefined
}

const threads = new Set<Thread>()
const waiting: Work[] = []
let orders = 0

function start(): Thread {
  const worker = new Worker(new URL('./picture-reader.thread.ts', import.meta.url), { execArgv: [] })
  const thread: Thread = { worker, work: undefined, idle: undefined, late: undefined }
  worker.unref()
  worker.on('message', (answer: ReadAnswer) => {
    const { work } = thread
    if (!work) return
    done(thread)
    if ('picture' in answer) work.resolve(answer.picture)
    else work.reject(new Error(answer.problem))
  })
  worker.on('error', (error: Error) => drop(thread, error))
  worker.on('exit', () => drop(thread, new Error('the thread that reads pictures ended')))
  threads.add(thread)
  return thread
}

function done(thread: Thread): void {
  thread.work = undefined
  clearTimeout(thread.late)
  thread.worker.unref()
  thread.idle = setTimeout(() => drop(thread, new Error('idle')), idleMilliseconds).unref()
  next()
}

function drop(thread: Thread, error: Error): void {
  if (!threads.delete(thread)) return
  clearTimeout(thread.idle)
  clearTimeout(thread.late)
  thread.work?.reject(error)
  void thread.worker.terminate()
  next()
}

function next(): void {
  if (waiting.length === 0) return
  const free = [...threads].find(({ work }) => !work) ?? (threads.size < mostThreads ? start() : undefined)
  const work = free && waiting.shift()
  if (!free || !work) return
  clearTimeout(free.idle)
  free.work = work
  free.worker.ref()
  free.late = setTimeout(() => drop(free, new Error('reading a picture took too long')), longestMilliseconds)
  orders += 1
  free.worker.postMessage({ id: orders, bytes: work.bytes } satisfies ReadOrder)
}

/** Reads the text of a picture in a thread, several at a time and the others in turn. Throws `ReaderBusy` when too many wait. */
export function readPicture(bytes: Uint8Array): Promise<ReadPicture> {
  if (waiting.length >= mostWaiting) return Promise.reject(new ReaderBusy())
  return new Promise((resolve, reject) => {
    waiting.push({ bytes, resolve, reject })
    next()
  })
}
