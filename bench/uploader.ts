// Runs in a thread: uploads photos, so many at once, and tells how many milliseconds each took.
import { parentPort, workerData } from 'node:worker_threads'

export interface Uploads {
  url: string
  headers: Record<string, string>
  photos: readonly Uint8Array<ArrayBuffer>[]
  /** Sent with each photo. */
  fields?: Readonly<Record<string, string>>
  atOnce?: number
}

const { url, headers, photos, fields = {}, atOnce = 1 } = workerData as Uploads
const taken: number[] = []
const waiting = [...photos]

async function uploadAll(): Promise<void> {
  for (let photo = waiting.shift(); photo; photo = waiting.shift()) {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg')
    const start = performance.now()
    const response = await fetch(url, { method: 'POST', headers, body })
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
    await response.arrayBuffer()
    taken.push(performance.now() - start)
  }
}

await Promise.all(Array.from({ length: atOnce }, uploadAll))
parentPort?.postMessage(taken)
