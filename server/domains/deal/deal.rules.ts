/** The tax in an amount that includes it, in whole yen, rounded down once for the whole statement. */
export function taxIn(total: number, percent: number): number {
  return Math.floor((total * percent) / (100 + percent))
}
