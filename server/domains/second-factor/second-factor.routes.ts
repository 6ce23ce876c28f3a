import { secondFactorCalls as calls } from '#contract/second-factor'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { beginTotp, confirmTotp, ownFactors, removeTotp, renewRecoveryCodes } from './factor-setup.service.ts'
import {
  addPasskey,
  beginPasskey,
  passkeyExists,
  removePasskey,
  renamePasskey,
} from './passkey-setup.service.ts'
import { resetFactors } from './reset.service.ts'

export const secondFactorRoutes: Routes = (app, db, tools) => {
  handle(app, calls.own, ({ actor }) => ownFactors(db, actor, tools))
  handle(app, calls.beginTotp, ({ actor }) => inTransaction(db, (tx) => beginTotp(tx, actor, tools)))
  handle(app, calls.confirmTotp, ({ actor, body }) => confirmTotp(db, actor, body.totp_code, tools))
  handle(app, calls.removeTotp, async ({ actor }) => {
    await removeTotp(db, actor, tools)
    return undefined
  })
  handle(app, calls.beginPasskey, ({ actor }) => inTransaction(db, (tx) => beginPasskey(tx, actor, tools)))
  handle(app, calls.addPasskey, ({ actor, body }) => addPasskey(db, actor, body, tools))
  handle(
    app,
    calls.renamePasskey,
    async ({ actor, params, body }) => {
      await inTransaction(db, (tx) => renamePasskey(tx, actor, params.id, body.name))
      return undefined
    },
    { exists: ({ actor, params }) => passkeyExists(db, actor, params.id) },
  )
  handle(app, calls.removePasskey, async ({ actor, params }) => {
    await removePasskey(db, actor, params.id, tools)
    return undefined
  })
  handle(app, calls.renewRecoveryCodes, ({ actor }) =>
    inTransaction(db, (tx) => renewRecoveryCodes(tx, actor, tools)),
  )
  handle(app, calls.reset, ({ actor, params }) => resetFactors(db, actor, params.id, tools))
}
