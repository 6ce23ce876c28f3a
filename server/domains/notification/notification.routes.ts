import { customerCalls as calls } from '#contract/customer'
import { lineCalls } from '#contract/line'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { channelsOf, chooseChannel } from './choice.service.ts'
import { listMessages, readMessages } from './inbox.service.ts'
import { listLineMessages } from './line-message.service.ts'

export const notificationRoutes: Routes = (app, db) => {
  handle(app, calls.notifications, async ({ query, actor, request }) =>
    pageBody(request, await listMessages(db, actor, query)),
  )
  handle(app, lineCalls.messages, async ({ query, actor, request }) =>
    pageBody(request, await listLineMessages(db, actor, query)),
  )
  handle(app, calls.channels, ({ actor }) => channelsOf(db, actor))
  handle(app, calls.chooseChannel, ({ actor, body }) => chooseChannel(db, actor, body))
  handle(app, calls.readNotifications, ({ actor, body }) => readMessages(db, actor, body.up_to))
}
