// Photos of 12 megapixels, sent while colleagues work.
import { fork } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { latency } from './load.ts'
import type { Uploads } from './uploader.ts'

/** One call of a colleague about every 30 ms: the server is busy, not saturated. */
const pause = 30

export interface CameraPhotos {
  /** JPEG files of 12 megapixels. */
  paths: readonly string[]
  /** Of one of them. */
  megabytes: number
}

export async function withCameraPhotos(
  count: number,
  work: (photos: CameraPhotos) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-photos-'))
  try {
    const paths = Array.from({ length: count }, (_, index) => path.join(folder, `${index}.jpg`))
    for (const [index, file] of paths.entries()) await drawCameraPhoto(index, file)
    const { size } = await stat(paths[0] as string)
    await work({ paths, megabytes: Math.round(size / 1e5) / 10 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Detail and grain of a telephone's camera; plain colour would compress to nothing. */
async function drawCameraPhoto(seed: number, file: string): Promise<void> {
  const [width, height] = [4000, 3000]
  await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 90 + ((seed * 10) % 160), g: 120, b: 150 },
      noise: { type: 'gaussian', mean: 128, sigma: 24 },
    },
  })
    .blur(0.8)
    .jpeg({ quality: 90 })
    .toFile(file)
}

/**
 * From a process behind all others, which has read the photos before: what sending takes must not delay the calls that
 * are timed. What it returns sends them.
 */
export async function uploaderOf(work: Uploads): Promise<() => Promise<number[]>> {
  const child = fork(fileURLToPath(new URL('./uploader.ts', import.meta.url)), { detached: true })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const message = <Message>() =>
    new Promise<Message>((resolve, reject) => {
      const ended = (code: number | null) =>
        reject(new Error(`the process that sends photos ended with ${code}`))
      child.once('exit', ended)
      child.once('message', (value) => {
        child.off('exit', ended)
        resolve(value as Message)
      })
    })
  const ready = message<'ready'>()
  child.send(work)
  await ready
  return () => {
    const taken = message<number[]>()
    child.send('go')
    return taken
  }
}

export const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The milliseconds of calls made one after another while `work` runs. */
export async function watch(
  urls: readonly string[],
  headers: Record<string, string>,
  work: () => Promise<void>,
): Promise<number[]> {
  let isRunning = true
  const working = work().finally(() => {
    isRunning = false
  })
  const taken: number[] = []
  for (let turn = 0; isRunning; turn += 1) {
    taken.push(await latency(urls[turn % urls.length] as string, headers, 1))
    await wait(pause)
  }
  await working
  return taken
}
