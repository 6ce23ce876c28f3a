/** The tax in a tax-inclusive amount, rounded down once per statement. */
export function taxIn(total: number, percent: number): number {
  return Math.floor((total * percent) / (100 + percent))
}
