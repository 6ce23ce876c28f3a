// Runs in a process: reads photos, and when told to uploads them, so many at once, and tells how many milliseconds each took.
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
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

// The telephone of a customer does not take the server's processor.
standBack()
shareProcessor(19)

const [{ url, headers, photos, fields = {}, atOnce = 1 }] = (await once(process, 'message')) as [Uploads]

async function bodyOf(photo: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', await openAsBlob(photo, { type: 'image/jpeg' }), 'photo.jpg')
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { type, bytes: await encoded.arrayBuffer() }
}
const waiting: Awaited<ReturnType<typeof bodyOf>>[] = []
for (const photo of photos) waiting.push(await bodyOf(photo))

const taken: number[] = []
async function upload(): Promise<void> {
  for (let body = waiting.shift(); body; body = waiting.shift()) {
    const start = performance.now()
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': body.type },
      body: body.bytes,
    })
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
    await response.arrayBuffer()
    taken.push(performance.now() - start)
  }
}
const start = once(process, 'message')
process.send?.('ready')
await start
await Promise.all(Array.from({ length: atOnce }, upload))
process.send?.(taken)
process.disconnect()
