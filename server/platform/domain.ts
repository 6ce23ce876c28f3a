import type { Routes } from './handle.ts'
import type { Jobs } from './jobs.ts'
import type { SealedColumn } from './reseal.ts'

/** Lowest first: a domain uses those of its own level and below. */
export const levels = ['ground', 'people', 'money', 'trade', 'goods', 'top'] as const

/** What the server takes from a domain. */
export interface Domain {
  level: (typeof levels)[number]
  routes?: Routes
  jobs?: Jobs<never>
  /** Its encrypted columns, which a new key has to reach. */
  sealed?: readonly SealedColumn[]
}
