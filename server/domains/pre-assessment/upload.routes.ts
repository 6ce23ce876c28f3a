import type { FastifyRequest } from 'fastify'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { type UploadKind, uploadKindLabel } from '#contract/pre-assessment-master'
import type { BusinessActor } from '#server/platform/actor'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { readUpload as receiveFile } from '#server/platform/upload'
import { exportMasters } from './master-file.service.ts'
import { givenOfFile, listUploads, masterFile, readUpload, uploadFile } from './upload.service.ts'

interface Sent {
  request: FastifyRequest
  body: CallBody<typeof calls.uploadBrands>
  actor: BusinessActor
}

export const uploadRoutes: Routes = (app, db, tools) => {
  const load =
    (kind: UploadKind) =>
    async ({ request, body, actor }: Sent) =>
      uploadFile(
        db,
        actor,
        kind,
        request.isMultipart() ? await givenOfFile(await receiveFile(request, tools, masterFile)) : body,
      )
  const file =
    (kind: UploadKind) =>
    async ({ actor }: { actor: BusinessActor }) => ({
      name: `${uploadKindLabel[kind]}-${tokyoDate(actor.at)}.csv`,
      pieces: (signal: AbortSignal) => exportMasters(db, actor, kind, signal),
    })
  handle(app, calls.uploadBrands, load('brands'))
  handle(app, calls.brandsCsv, file('brands'))
  handle(app, calls.uploadCategories, load('categories'))
  handle(app, calls.categoriesCsv, file('categories'))
  handle(app, calls.uploadCustomers, load('customers'))
  handle(app, calls.customersCsv, file('customers'))
  handle(app, calls.uploadPriceTemplates, load('price_templates'))
  handle(app, calls.priceTemplatesCsv, file('price_templates'))
  handle(app, calls.uploadSeasonTags, load('season_tags'))
  handle(app, calls.seasonTagsCsv, file('season_tags'))
  handle(app, calls.uploads, async ({ query, actor, request }) =>
    pageBody(request, await listUploads(db, actor, query)),
  )
  handle(app, calls.upload, async ({ params, actor }) => readUpload(db, actor, params.id))
}
