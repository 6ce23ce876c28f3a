import { chmodSync, mkdirSync } from 'node:fs'

/** What is kept on disk about people is for the user the server runs as, and for nobody else on the machine. */
export const privateFile = 0o600
export const privateFolder = 0o700

/** Makes a folder nobody else can enter; one that is there already is closed, with all that an earlier version left in it. */
export function closeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder })
  chmodSync(folder, privateFolder)
}
