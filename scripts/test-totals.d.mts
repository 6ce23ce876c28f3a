interface Totals {
  passed: number
  failed: number
  skipped: number
}

export function countReport(file: string, exitCode: number, expectedRoots: RegExp[], base?: string): Totals
export function reportedFiles(file: string): string[]
export function failedFiles(file: string): string[]
export function failureLines(file: string, base?: string, but?: string[]): string[]
export function takeSecondRun(file: string, secondFile: string): void
export function addUp(results: Totals[]): Totals
export function totalsLine(totals: Totals): string
