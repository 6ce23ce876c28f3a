// Runs in a thread: uploads photos one after another, and tells how many milliseconds each took.
import { parentPort, workerData } from 'node:worker_threads'

export interface Uploads {
  url: string
  headers: Record<string, string>
  photos: readonly Uint8Array<ArrayBuffer>[]
}

const { url, headers, photos } = workerData as Uploads
const taken: number[] = []
for (const photo of photos) {
  const body = new FormData()
  body.append('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg')
  const start = performance.now()
  const response = await fetch(url, { method: 'POST', headers, body })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
  taken.push(performance.now() - start)
}
parentPort?.postMessage(taken)
