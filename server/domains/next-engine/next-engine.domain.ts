import type { Domain } from '#server/platform/domain'
import { nextEngineJobs } from './next-engine.jobs.ts'
import { nextEngineRoutes } from './next-engine.routes.ts'

export const nextEngine: Domain = {
  level: 'goods',
  routes: nextEngineRoutes,
  jobs: nextEngineJobs,
  sealed: [
    { table: 'next_engine_connection', column: 'access_token_enc' },
    { table: 'next_engine_connection', column: 'refresh_token_enc' },
  ],
}
