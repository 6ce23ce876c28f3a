interface Totals {
  passed: number
  failed: number
  skipped: number
}

export function countReport(file: string, exitCode: number, expectedRoots: RegExp[], base?: string): Totals
export function addUp(results: Totals[]): Totals
export function totalsLine(totals: Totals): string
