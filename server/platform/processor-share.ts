import fs from 'node:fs'
import os from 'node:os'

/** Calls come first wherever both want the processor. */
export function standBack(): void {
  try {
    os.setPriority(0, os.constants.priority.PRIORITY_LOW)
  } catch {
    // Not allowed everywhere; then it is only slower for the others.
  }
}

let nice: number | undefined
/**
 * From 0 (as everybody) to 19 (what others leave), for the whole session of this process, which it must have started
 * (`detached`). Linux divides the processor among sessions first (sched(7), "The autogroup feature"), and each backend of
 * PostgreSQL is one: the priority above counts only within this process's own.
 */
export function shareProcessor(wanted: number): void {
  if (wanted === nice) return
  try {
    fs.writeFileSync('/proc/self/autogroup', String(wanted))
    nice = wanted
  } catch {
    // Not Linux, autogroups are off, or a group was changed less than 100 ms ago (EAGAIN).
  }
}
