// Runs in a thread of its own: platform/thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { type AmountFile, readAmountFile } from './buying-amount.rules.ts'

parentPort?.postMessage(readAmountFile(workerData as AmountFile))
