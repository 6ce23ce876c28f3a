// Avoids Intl time zones: loading their tables is slow on phones.

function partsOf(date: string): [year: number, month: number, day: number] | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  // Date maps years below 100 to the 20th century.
  if (year < 100 || new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) !== date) return null
  return [year, month, day]
}

export function isDate(text: string): boolean {
  return partsOf(text) !== null
}

/** `2026-02-31` looks like a day and is none. */
export function noSuchDay(text: string): string | undefined {
  const match = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text)
  if (!match || isDate(text)) return undefined
  const [year, month, day] = match.slice(1).map(Number)
  return `${year}年${month}月${day}日は暦にありません。年月日をご確認ください。`
}

function knownDate(date: string): [year: number, month: number, day: number] {
  const parts = partsOf(date)
  if (!parts) throw new RangeError(`Not a calendar date: ${date}`)
  return parts
}

export type EraName = '令和' | '平成' | '昭和' | '大正'

// Newest first. The day of a change of reign belongs to the new era.
const eras: readonly { name: EraName; start: string; end: string }[] = [
  { name: '令和', start: '2019-05-01', end: '9999-12-31' },
  { name: '平成', start: '1989-01-08', end: '2019-04-30' },
  { name: '昭和', start: '1926-12-25', end: '1989-01-07' },
  { name: '大正', start: '1912-07-30', end: '1926-12-24' },
]

export const eraNames: readonly EraName[] = eras.map((era) => era.name)

export function eraOf(date: string): { era: EraName; year: number } | null {
  const parts = partsOf(date)
  const era = eras.find(({ start }) => date >= start)
  return parts && era ? { era: era.name, year: parts[0] - Number(era.start.slice(0, 4)) + 1 } : null
}

/** Returns null when the era had no such day: 昭和64 ends on January 7. */
export function fromEra(era: EraName, year: number, month: number, day: number): string | null {
  const found = eras.find(({ name }) => name === era)
  if (!found || !Number.isInteger(year) || year < 1) return null
  const pad = (part: number, length: number) => String(part).padStart(length, '0')
  const date = `${pad(Number(found.start.slice(0, 4)) + year - 1, 4)}-${pad(month, 2)}-${pad(day, 2)}`
  return isDate(date) && date >= found.start && date <= found.end ? date : null
}

/**
 * Age in full years (満年齢). By law a person ages at the end of the day before the birthday: 18 from the birthday on;
 * someone born on February 29 ages on March 1 in ordinary years. Comparing month and day as text does exactly that.
 */
export function ageOn(birthday: string, date: string): number {
  const [bornYear] = knownDate(birthday)
  const [year] = knownDate(date)
  return year - bornYear - (date.slice(5) < birthday.slice(5) ? 1 : 0)
}

const weekdays = '日月火水木金土'

export function formatDateJa(date: string): string {
  const [year, month, day] = knownDate(date)
  return `${year}年${month}月${day}日(${weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]})`
}

// Japan has had one offset without summer time since 1952, so a fixed shift is exact.
export const TOKYO_OFFSET_MS = 9 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** `2026-11-21T14:30:05.123` in Tokyo time. */
export function tokyoClock(instant: string | number | Date): string {
  const time = new Date(instant).getTime()
  if (Number.isNaN(time)) throw new RangeError(`Not an instant: ${instant}`)
  return new Date(time + TOKYO_OFFSET_MS).toISOString().slice(0, -1)
}

/** As all date-times leave the server: `2026-11-21T14:30:05.123+09:00`. */
export const tokyoDateTime = (instant: string | number | Date): string => `${tokyoClock(instant)}+09:00`

export const tokyoDate = (instant: string | number | Date): string => tokyoClock(instant).slice(0, 10)

export function addDays(date: string, days: number): string {
  const [year, month, day] = knownDate(date)
  return new Date(Date.UTC(year, month - 1, day) + days * DAY_MS).toISOString().slice(0, 10)
}

export function formatDateTimeJa(instant: string): string {
  const tokyo = tokyoClock(instant)
  return `${formatDateJa(tokyo.slice(0, 10))} ${tokyo.slice(11, 16)}`
}
