import type { Domain } from '#server/platform/domain'
import { backgroundWorkRoutes } from './background-work.routes.ts'

export const backgroundWork: Domain = {
  level: 'top',
  routes: backgroundWorkRoutes,
}
