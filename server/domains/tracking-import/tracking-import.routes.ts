import { trackingImportCalls as calls } from '#contract/tracking-import'
import { handle, type Routes } from '#server/platform/handle'
import { readUpload } from '#server/platform/upload'
import {
  checkFile,
  checkNumbers,
  importFile,
  importNumbers,
  newestImports,
  trackingFile,
} from './tracking-import.service.ts'

export const trackingImportRoutes: Routes = (app, db, tools) => {
  handle(app, calls.list, async ({ actor }) => newestImports(db, actor))
  handle(app, calls.check, async ({ actor, request }) =>
    checkFile(db, actor, await readUpload(request, tools, trackingFile)),
  )
  handle(app, calls.apply, async ({ actor, request }) =>
    importFile(db, actor, await readUpload(request, tools, trackingFile)),
  )
  handle(app, calls.checkNumbers, async ({ actor, request }) =>
    checkNumbers(db, actor, await readUpload(request, tools, trackingFile)),
  )
  handle(app, calls.applyNumbers, async ({ actor, request }) =>
    importNumbers(db, actor, await readUpload(request, tools, trackingFile)),
  )
}
