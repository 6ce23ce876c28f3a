// Runs in a process: reads photos, and when told to uploads them, so many at once, and tells how many milliseconds each took.
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { shareProcessor, standBack } from '../server/platform/processor-share.ts'

export interface Uploads {
  url: string
  headers: Record<string, string>
  /** Paths of JPEG files. */
  photos: readonly string[]
  /** Sent with each photo. */
  fields?: Readonly<Record<string, string>>
  atOnce?: number
}

// A real sender runs on another machine and takes nothing of the server's processor.
standBack()
shareProcessor(19)

const [{ url, headers, photos, fields = {}, atOnce = 1 }] = (await once(process, 'message')) as [Uploads]

async function bodyOf(photo: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', await openAsBlob(photo, { type: 'image/jpeg' }), 'photo.jpg')
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { type, bytes: Buffer.from(await encoded.arrayBuffer()) }
}
type Body = Awaited<ReturnType<typeof bodyOf>>
const waiting: Body[] = []
for (const photo of photos) waiting.push(await bodyOf(photo))

/** Not by `fetch`, which takes three times as much of the processor. */
async function post({ type, bytes }: Body): Promise<void> {
  const length = bytes.length
  const request = http.request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': length },
  })
  request.end(bytes)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const answer = await text(response)
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${answer}`)
}

const taken: number[] = []
async function upload(): Promise<void> {
  for (let body = waiting.shift(); body; body = waiting.shift()) {
    const start = performance.now()
    await post(body)
    taken.push(performance.now() - start)
  }
}
const start = once(process, 'message')
process.send?.('ready')
await start
await Promise.all(Array.from({ length: atOnce }, upload))
process.send?.(taken)
process.disconnect()
