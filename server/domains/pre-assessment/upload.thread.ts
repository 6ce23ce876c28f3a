// Runs in a thread of its own: platform/thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { readUploadFile, type UploadFile } from './upload.rules.ts'

parentPort?.postMessage(readUploadFile(workerData as UploadFile))
