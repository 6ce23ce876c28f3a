import type { Domain } from '#server/platform/domain'
import { signInProviderJobs } from './sign-in-provider.jobs.ts'
import { signInProviderRoutes } from './sign-in-provider.routes.ts'

export const signInProvider: Domain = {
  level: 'people',
  routes: signInProviderRoutes,
  jobs: signInProviderJobs,
}
