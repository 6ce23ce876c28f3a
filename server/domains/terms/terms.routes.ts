import { termsCalls as calls } from '#contract/terms'
import { handle, type Routes } from '#server/platform/handle'
import { currentTerms, termsOfVersion } from './terms.service.ts'

export const termsRoutes: Routes = (app, db) => {
  handle(app, calls.current, async ({ actor }) => currentTerms(db, actor.at))
  handle(app, calls.byVersion, async ({ params }) => termsOfVersion(db, params.version))
}
