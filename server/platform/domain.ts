import type { ReplicaRoutes, Routes } from './handle.ts'
import type { Jobs } from './jobs.ts'
import type { SealedColumn } from './reseal.ts'

/** Lowest first: a domain uses its own level and below. */
export const levels = ['ground', 'people', 'money', 'trade', 'goods', 'top'] as const

export interface Domain {
  level: (typeof levels)[number]
  routes?: Routes
  /** Of the calls with `fromReplica`. */
  replicaRoutes?: ReplicaRoutes
  jobs?: Jobs<never>
  sealed?: readonly SealedColumn[]
}
