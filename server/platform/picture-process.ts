// A process that draws pictures: `picture-work.ts` starts it and sends it one piece of work after another.
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { LocalFile } from './files.ts'
import { drawEdited, drawOriginal, drawSizes, type Size } from './picture-drawing.ts'
import type { Answer, DrawnOriginal, Filed, Work } from './picture-work.ts'
import { privateFile, privateFolder } from './private-folder.ts'
import { shareProcessor, standBack } from './processor-share.ts'

standBack()
const behindCalls = 15
/** A machine that is always busy draws it in the end. For `sizes`, nobody waits. */
const patienceOf = (kind: Work['kind']): number => (kind === 'sizes' ? 10_000 : 2_000)

sharp.concurrency(1)
sharp.cache(false)

async function draw(work: Work): Promise<unknown> {
  const { path: picture, folder } = work
  await mkdir(folder, { recursive: true, mode: privateFolder })
  const filed = async (bytes: Buffer): Promise<LocalFile> => {
    const path = join(folder, `${randomBytes(16).toString('hex')}.drawn`)
    await writeFile(path, bytes, { flag: 'wx', mode: privateFile })
    return { path, size: bytes.length }
  }
  if (work.kind === 'sizes') {
    const sizes: Filed<Size>[] = []
    for (const { avif, webp, ...size } of await drawSizes(picture))
      sizes.push({ ...size, avif: await filed(avif), webp: await filed(webp) })
    return sizes
  }
  const drawn = await (work.kind === 'edited' ? drawEdited(picture, work.edits) : drawOriginal(picture))
  if ('refused' in drawn) return drawn
  const { bytes, thumbnail, ...rest } = drawn
  return { ...rest, bytes: await filed(bytes), thumbnail: await filed(thumbnail) } satisfies DrawnOriginal
}

process.on('message', (work: Work) => {
  shareProcessor(behindCalls)
  const hurry = setInterval(shareProcessor, patienceOf(work.kind), 0)
  draw(work)
    .then(
      (result): Answer => ({ result }),
      (error: unknown): Answer => ({ problem: String(error) }),
    )
    .then((answer) => {
      clearInterval(hurry)
      process.send?.(answer)
    })
})
process.on('disconnect', () => process.exit())
