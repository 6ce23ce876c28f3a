import { TOKYO_OFFSET_MS } from '#contract/day'

/** One backup of each of the last days, weeks and months that have one. */
export const keptBackups = { days: 7, weeks: 4, months: 12 } as const

const dayLength = 86_400_000

const dayOf = (at: Date): number => Math.floor((at.getTime() + TOKYO_OFFSET_MS) / dayLength)
/** Weeks begin on Monday; day 0 was a Thursday. */
const weekOf = (at: Date): number => Math.floor((dayOf(at) + 3) / 7)
const monthOf = (at: Date): string => new Date(at.getTime() + TOKYO_OFFSET_MS).toISOString().slice(0, 7)

/** Which of the names to keep: the newest of each period, so that the newest of all is always kept. */
export function backupsToKeep(names: readonly string[]): Set<string> {
  const dated = names
    .map((name) => ({ name, at: timeOfBackup(name) }))
    .sort((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0) || (a.name < b.name ? 1 : -1))
  const kept = new Set<string>()
  const keepNewest = (periodOf: (at: Date) => number | string, most: number): void => {
    const seen = new Set<number | string>()
    for (const { name, at } of dated) {
      // A name that we did not give is nobody's to delete.
      if (!at) kept.add(name)
      else if (!seen.has(periodOf(at)) && seen.size < most) {
        seen.add(periodOf(at))
        kept.add(name)
      }
    }
  }
  keepNewest(dayOf, keptBackups.days)
  keepNewest(weekOf, keptBackups.weeks)
  keepNewest(monthOf, keptBackups.months)
  return kept
}

/** `20261124T033000Z-1f9a` */
export function backupName(at: Date, suffix: string): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${suffix}`
}

export function timeOfBackup(name: string): Date | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{4,16}$/.exec(name) ?? []
  if (year === undefined) return null
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** The schedule of the job queue, in UTC, for a time in Tokyo such as `02:30`. */
export function cronAt(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${minute} ${(hour + 24 - TOKYO_OFFSET_MS / 3_600_000) % 24} * * *`
}
