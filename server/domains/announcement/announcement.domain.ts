import type { Domain } from '#server/platform/domain'
import { announcementRoutes } from './announcement.routes.ts'

export const announcement: Domain = {
  level: 'top',
  routes: announcementRoutes,
}
