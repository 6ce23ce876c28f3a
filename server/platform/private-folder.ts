import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Personal data on disk is readable by the server's user only. */
export const privateFile = 0o600
export const privateFolder = 0o700

/** Creates a private folder; restricts an existing one with all its content. */
export function restrictFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder })
  if ((statSync(folder).mode & 0o777) === privateFolder) return
  chmodSync(folder, privateFolder)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), privateFolder)
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), privateFile)
  }
}
