export const root: string
export const serverFlags: readonly string[]
export function toolEnvironment(extra?: Record<string, string>): Record<string, string>
export function checkFolder(folder: string): void
