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
 * Sets the nice value, 0 to 19, of this process's session. Fork the process with `detached`, so that the session is its own.
 * Linux divides the processor among sessions first (sched(7), "The autogroup feature"), and each backend of
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
