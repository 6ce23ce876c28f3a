import type { Domain } from '#server/platform/domain'
import { apiKeyRoutes } from './api-key.routes.ts'

export const apiKey: Domain = {
  level: 'ground',
  routes: apiKeyRoutes,
}
