/** Banks rest over the turn of the year although only January 1 is a holiday. */
const BANK_REST = new Set(['12-31', '01-01', '01-02', '01-03'])

/**
 * Days the calendar does not offer: weekends and the turn of the year. Public holidays are named by the server,
 * which knows them all, when the date comes back with its checks.
 */
export function isBankClosed(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6 || BANK_REST.has(date.slice(5))
}
