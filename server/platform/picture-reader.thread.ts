// Runs in a thread of its own, for as long as pictures come: picture-reader.ts.
import { parentPort } from 'node:worker_threads'
import type { ReadAnswer, ReadOrder } from './picture-reader.ts'
import { readText } from './picture-text.ts'

parentPort?.on('message', ({ id, bytes }: ReadOrder) => {
  readText(Buffer.from(bytes)).then(
    (picture) => parentPort?.postMessage({ id, picture } satisfies ReadAnswer),
    (error: unknown) => parentPort?.postMessage({ id, problem: String(error) } satisfies ReadAnswer),
  )
})
