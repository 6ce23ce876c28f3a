// Runs in a thread of its own: platform/thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { readGoodsFile } from './goods-reading.rules.ts'

parentPort?.postMessage(readGoodsFile(workerData as string))
