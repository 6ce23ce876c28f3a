import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What is kept on disk about people is for the user the server runs as, and for nobody else on the machine. */
export const privateFile = 0o600
export const privateFolder = 0o700

/** Makes a folder nobody else can enter. One that others could enter is closed first, and once all that is in it. */
export function closeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder })
  if ((statSync(folder).mode & 0o777) === privateFolder) return
  chmodSync(folder, privateFolder)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), privateFolder)
    else if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), privateFile)
  }
}
