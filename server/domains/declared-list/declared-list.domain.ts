import type { Domain } from '#server/platform/domain'
import { declaredListJobs } from './declared-list.jobs.ts'
import { declaredListRoutes } from './declared-list.routes.ts'

export const declaredList: Domain = {
  level: 'people',
  routes: declaredListRoutes,
  jobs: declaredListJobs,
}
