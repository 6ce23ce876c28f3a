/** Banks close over the turn of the year, although only January 1 is a public holiday. */
const BANK_REST = new Set(['12-31', '01-01', '01-02', '01-03'])

/** Public holidays are left to the server, which checks the date. */
export function isBankClosed(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 || BANK_REST.has(date.slice(5))
}
