import type { Jobs } from '#server/platform/jobs'
import { keepConnectionsAlive } from './next-engine.service.ts'
import { importOrders, queueImports } from './order.service.ts'
import { queueChanged, queueOverlooked, uploadGoods } from './upload.service.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'next-engine.keep_alive': unknown
    'next-engine.change': { items?: readonly number[]; request?: number }
    'next-engine.overlooked': unknown
    'next-engine.upload': { company: number }
    'next-engine.orders': unknown
    'next-engine.import_orders': { company: number }
  }
}

export const nextEngineJobs: Jobs<'next-engine'> = {
  tasks: (db, tools) => ({
    'next-engine.keep_alive': () => keepConnectionsAlive(db, tools),
    'next-engine.change': (about) => queueChanged(db, about),
    'next-engine.overlooked': () => queueOverlooked(db, tools),
    'next-engine.upload': ({ company }) => uploadGoods(db, company, tools),
    'next-engine.orders': () => queueImports(db, tools),
    'next-engine.import_orders': ({ company }) => importOrders(db, company, tools),
  }),
  // The first in Tokyo at 05:10.
  schedules: [
    { task: 'next-engine.keep_alive', match: '10 20 * * *' },
    { task: 'next-engine.overlooked', match: '*/10 * * * *' },
    { task: 'next-engine.orders', match: '5,15,25,35,45,55 * * * *' },
  ],
}
