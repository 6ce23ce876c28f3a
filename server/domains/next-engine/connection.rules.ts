import type { Answer } from '#server/platform/next-engine'

/**
 * `again`: overloaded, worth another try at once. `signed_out`: the tokens are of no use any more. `failed`: another
 * error, which says nothing about the tokens.
 */
export type Verdict = 'done' | 'again' | 'signed_out' | 'failed'

const overloaded: readonly string[] = ['003001', '003002']
const tokensRefused: readonly string[] = ['002002', '002003', '002004']

export function verdictOf({ result, code }: Pick<Answer, 'result' | 'code'>): Verdict {
  if (result === 'success') return 'done'
  if (result === 'redirect' || tokensRefused.includes(code)) return 'signed_out'
  return overloaded.includes(code) ? 'again' : 'failed'
}

const firstPause = 400
const longestPause = 8_000

/** Milliseconds before the next try, the first being number 0. `random` from 0 to 1 spreads those who wait together. */
export const pauseBefore = (attempt: number, random: number): number =>
  Math.round(Math.min(firstPause * 2 ** attempt, longestPause) * (0.5 + random / 2))

const accessHours = 24
const refreshHours = 72
const later = (at: Date, hours: number): string => new Date(at.getTime() + hours * 3_600_000).toISOString()

/** When tokens end, as documented, where the answer does not say it. */
export const endsOf = (
  { accessUntil, refreshUntil }: { accessUntil: string | null; refreshUntil: string | null },
  at: Date,
): { access_until: string; refresh_until: string } => ({
  access_until: accessUntil ?? later(at, accessHours),
  refresh_until: refreshUntil ?? later(at, refreshHours),
})
