// A process that draws pictures: `picture-work.ts` starts it and sends it one piece of work after another.
import os from 'node:os'
import sharp from 'sharp'
import { drawEdited, drawOriginal, drawSizes } from './picture-drawing.ts'
import type { Answer, Work } from './picture-work.ts'

try {
  // Calls come first wherever both want the processor.
  os.setPriority(0, os.constants.priority.PRIORITY_LOW)
} catch {
  // Not allowed everywhere; then it is only slower for the others.
}
sharp.concurrency(1)
sharp.cache(false)

const draw = (work: Work): Promise<unknown> => {
  if (work.kind === 'original') return drawOriginal(work.path)
  const bytes = Buffer.from(work.bytes)
  return work.kind === 'edited' ? drawEdited(bytes, work.edits) : drawSizes(bytes)
}

process.on('message', (work: Work) => {
  draw(work).then(
    (result) => process.send?.({ result } satisfies Answer),
    (error: unknown) => process.send?.({ problem: String(error) } satisfies Answer),
  )
})
process.on('disconnect', () => process.exit())
