import { storeLookCalls as calls } from '#contract/store-look'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { notFound } from '#server/platform/refusal'
import { readUpload } from '#server/platform/upload'
import {
  createLook,
  listLooks,
  lookExists,
  publishLook,
  readLook,
  saveLook,
  withdrawLook,
} from './store-look.service.ts'
import { publishedLooks } from './store-look-kept.service.ts'
import { readPicture, uploadPicture } from './store-picture.service.ts'

export const storeLookRoutes: Routes = (app, db, tools) => {
  const exists = ({ params }: { params: { store_key: string } }) => lookExists(db, params.store_key)

  handle(app, calls.published, async ({ request, reply }) => {
    const { looks, etag } = await publishedLooks(db)
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return [...looks]
  })
  handle(app, calls.list, async () => listLooks(db))
  handle(app, calls.read, async ({ params }) => readLook(db, params.store_key))
  handle(app, calls.create, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createLook(tx, actor, body)),
  )
  handle(
    app,
    calls.save,
    async ({ params, body, actor }) => inTransaction(db, (tx) => saveLook(tx, actor, params.store_key, body)),
    { exists },
  )
  handle(
    app,
    calls.publish,
    async ({ params, body, actor }) => publishLook(db, actor, params.store_key, body),
    { exists },
  )
  handle(
    app,
    calls.withdraw,
    async ({ params, body, actor }) => withdrawLook(db, actor, params.store_key, body.version),
    { exists },
  )
  handle(app, calls.upload, async ({ actor, request }) =>
    uploadPicture(db, actor, () => readUpload(request, tools)),
  )

  // Not a call of the API: mails, icons and shared links load it, and its name is made from its content.
  app.get<{ Params: { name: string } }>('/store-pictures/:name', async (request, reply) => {
    const { name } = request.params
    const picture = /^[0-9a-f]{32}\.(webp|png|jpg)$/.test(name) ? await readPicture(db, name) : undefined
    if (!picture) throw notFound()
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .type(picture.content_type)
      .send(picture.bytes)
  })
}
