import { lineCalls as calls } from '#contract/line'
import { handle, type Routes } from '#server/platform/handle'
import { lineLinkOf, linkLine, takeEvents, unlinkLine } from './line.service.ts'

export const lineRoutes: Routes = (app, db, tools) => {
  handle(app, calls.get, ({ actor }) => lineLinkOf(db, actor.account_id, tools))
  handle(app, calls.link, async ({ actor, body }) => {
    const started = await linkLine(db, actor, body.link_token, tools)
    return { ...(await lineLinkOf(db, actor.account_id, tools)), ...started }
  })
  handle(app, calls.unlink, async ({ actor }) => {
    await unlinkLine(db, actor)
    return undefined
  })
  handle(
    app,
    calls.webhook,
    async ({ actor, body }) => {
      await takeEvents(db, body.events, actor.at)
      return {}
    },
    {
      isAuthentic: (bytes, headers) =>
        tools.line?.isSigned(bytes, String(headers['x-line-signature'] ?? '')) ?? false,
    },
  )
}
