// A process that draws pictures: `picture-work.ts` starts it and sends it one piece of work after another.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { LocalFile } from './files.ts'
import { drawEdited, drawOriginal, drawSizes, type Size } from './picture-drawing.ts'
import type { Answer, DrawnOriginal, Filed, Work } from './picture-work.ts'
import { privateFile, privateFolder } from './private-folder.ts'

try {
  // Calls come first wherever both want the processor.
  os.setPriority(0, os.constants.priority.PRIORITY_LOW)
} catch {
  // Not allowed everywhere; then it is only slower for the others.
}
/**
 * Linux divides the processor among sessions first (sched(7), "The autogroup feature"), and each backend of PostgreSQL is
 * one: the priority above counts only within this process's own.
 */
const behindCalls = 15
let nice: number | undefined
function shareProcessor(wanted: number): void {
  if (wanted === nice) return
  try {
    fs.writeFileSync('/proc/self/autogroup', String(wanted))
    nice = wanted
  } catch {
    // Not Linux, autogroups are off, or a group was changed less than 100 ms ago (EAGAIN).
  }
}
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
