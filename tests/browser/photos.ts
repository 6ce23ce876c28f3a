import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'

export interface Photo {
  name: string
  mimeType: string
  buffer: Buffer
}

export async function photo(
  name: string,
  background: string,
  { width, height } = { width: 400, height: 300 },
): Promise<Photo> {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Of an identity document, or of anything that has to be large enough. */
export const paper = () => photo('photo.jpg', '#dfe8ee', { width: 1200, height: 800 })

/** Writes a large file to disk and returns its path. Playwright would send bytes to the page as base64, which is slow. */
export async function onDisk({ name, buffer }: Photo): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'okuru-photo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, name)
  await writeFile(file, buffer)
  return file
}
