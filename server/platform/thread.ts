import { Worker } from 'node:worker_threads'

/** More than any work here needs; a thread that wants more ends instead of the process. */
const mostMegabytes = 256

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs `module` in a thread of its own, so that work on the processor does not hold up other calls. It reads
 * `workerData` and posts its result. One thread at a time: each has its own memory.
 */
export function inThread<Result>(module: URL, data: unknown): Promise<Result> {
  const result = last.then(() => run<Result>(module, data))
  last = result.catch(() => undefined)
  return result
}

/** In bytes or characters. Longer files take more than 50 ms to read, and shorter ones less than a thread takes to start. */
const longFile = 50_000

/** Reads a file with `module` in a thread if it is long, and otherwise `here`: both do the same. */
export const readInThread = async <Result>(
  length: number,
  module: URL,
  data: unknown,
  here: () => Result,
): Promise<Result> => (length > longFile ? inThread<Result>(module, data) : here())

async function run<Result>(module: URL, data: unknown): Promise<Result> {
  const worker = new Worker(module, {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error(`${module.pathname} ended without a result`)))
    })
  } finally {
    void worker.terminate()
  }
}
