/** Characters that are read for one another, by a person as by a machine. */
const groups = [
  'O0QDC',
  'I1LJ',
  'S5',
  'B8',
  'Z2',
  'G6C',
  'A4',
  'T7',
  'E3F',
  'UVY',
  'H4',
  'NM',
  'P9',
  'K',
  'X',
] as const

const mixed = new Map<string, Set<string>>()
for (const group of groups) {
  for (const one of group) {
    const others = mixed.get(one) ?? new Set()
    for (const other of group) if (other !== one) others.add(other)
    mixed.set(one, others)
  }
}

export const isMixedUp = (one: string, other: string): boolean => mixed.get(one)?.has(other) ?? false

/** The digit that a letter may be, and the other way round; the likeliest. */
const asDigit: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  J: '1',
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
  A: '4',
  T: '7',
  E: '3',
}
const asLetter: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '3': 'J',
  '4': 'A',
  '5': 'S',
  '6': 'G',
  '7': 'T',
  '8': 'B',
}
export const digitFor = (char: string): string | undefined => asDigit[char]
export const letterFor = (char: string): string | undefined => asLetter[char]

const swap = 0.4
const gap = 0.9

/** Edit distance in which characters that look alike are nearly the same. Stops above `most`. */
export function lookDistance(one: string, other: string, most: number): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at * gap)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i * gap]
    let least = i * gap
    for (let j = 1; j <= other.length; j += 1) {
      const [a, b] = [one[i - 1] as string, other[j - 1] as string]
      const change = a === b ? 0 : isMixedUp(a, b) ? swap : 1
      const value = Math.min(
        (row[j - 1] as number) + change,
        (row[j] as number) + gap,
        (next[j - 1] as number) + gap,
      )
      next.push(value)
      least = Math.min(least, value)
    }
    if (least > most) return Number.POSITIVE_INFINITY
    row = next
  }
  return row[other.length] as number
}
