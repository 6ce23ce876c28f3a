// A process that draws pictures: `picture-work.ts` starts it and sends it one piece of work after another.
import fs from 'node:fs'
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
/**
 * Linux divides the processor among sessions first (sched(7), "The autogroup feature"), and each backend of PostgreSQL is
 * one: the priority above counts only within this process's own.
 */
function shareProcessor(nice: number): void {
  try {
    fs.writeFileSync('/proc/self/autogroup', String(nice))
  } catch {
    // Another system, or no such groups.
  }
}
/** For `sizes`, nobody waits. */
const niceOf = (kind: Work['kind']): number => (kind === 'sizes' ? 15 : 5)
/** On a machine that is always busy, it is drawn in the end. */
const patienceMilliseconds = 10_000

sharp.concurrency(1)
sharp.cache(false)

const draw = (work: Work): Promise<unknown> => {
  if (work.kind === 'original') return drawOriginal(work.path)
  const bytes = Buffer.from(work.bytes)
  return work.kind === 'edited' ? drawEdited(bytes, work.edits) : drawSizes(bytes)
}

process.on('message', (work: Work) => {
  shareProcessor(niceOf(work.kind))
  const hurry = setTimeout(shareProcessor, patienceMilliseconds, 0)
  draw(work)
    .then(
      (result): Answer => ({ result }),
      (error: unknown): Answer => ({ problem: String(error) }),
    )
    .then((answer) => {
      clearTimeout(hurry)
      process.send?.(answer)
    })
})
process.on('disconnect', () => process.exit())
