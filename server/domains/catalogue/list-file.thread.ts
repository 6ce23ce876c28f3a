// Runs in a thread of its own: platform/thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { type ListFile, readListFile } from './catalogue-list.rules.ts'

parentPort?.postMessage(readListFile(workerData as ListFile))
