// Runs in a thread of its own: platform/thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import type { Carrier } from '#contract/tracking-number'
import { readTrackingFile } from './tracking-file.rules.ts'

const { bytes, carrier } = workerData as { bytes: Uint8Array; carrier: Carrier }
parentPort?.postMessage(readTrackingFile(bytes, carrier))
