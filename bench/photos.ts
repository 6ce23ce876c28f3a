// Photos of 12 megapixels, sent while colleagues work.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { latency, percentile } from './load.ts'
import type { Uploads } from './uploader.ts'

/** One call of a colleague about every 30 ms: the server is busy, not saturated. */
const pause = 30

/** Detail and grain of a telephone's camera; plain colour would compress to nothing. */
export async function cameraPhoto(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [4000, 3000]
  const grain = await sharp({
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
    .toBuffer()
  return new Uint8Array(grain)
}

/** From a thread of its own: what sending takes must not delay the calls that are timed. */
export async function send(work: Uploads): Promise<number[]> {
  const worker = new Worker(new URL('./uploader.ts', import.meta.url), { workerData: work })
  const [taken] = await once(worker, 'message')
  await worker.terminate()
  return taken
}

export const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** 95th percentile, in milliseconds, of calls made one after another while `work` runs. */
export async function watch(
  urls: readonly string[],
  headers: Record<string, string>,
  work: () => Promise<void>,
): Promise<number> {
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
  return percentile(taken, 95)
}
