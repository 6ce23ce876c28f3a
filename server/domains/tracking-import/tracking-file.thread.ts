// Runs in a thread of its own: platform/thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { type CarrierFileKey, carrierFiles } from './carrier-file-list.rules.ts'

const { bytes, carrier, kind } = workerData as CarrierFileKey & { bytes: Uint8Array }
parentPort?.postMessage(carrierFiles[kind](bytes, carrier))
