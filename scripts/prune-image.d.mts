export function packagesOf(folders: string[]): Set<string>
export function isIdle(file: string): boolean
