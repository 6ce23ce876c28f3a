import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountCalls as calls } from '#contract/account'
import type { CallBody } from '#contract/call'
import { type Db, inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { addJob } from '#server/platform/jobs'
import { invalidField } from '#server/platform/refusal'
import { throttled } from '#server/platform/request-limit'
import { sessionNetwork } from '#server/platform/session-network'
import { createSharedThrottle, type SharedThrottle } from '#server/platform/shared-throttle'
import { createSignInGuard, type SignInGuards } from '#server/platform/sign-in-guard'
import type { Rate } from '#server/platform/throttle'
import type { Audience } from '#server/platform/token'
import type { Tools } from '#server/platform/tools'
import {
  deviceHeader,
  deviceLabelOf,
  endSession,
  forgetPrincipal,
  nobody,
  refreshAccess,
  verifyAny,
} from './account.service.ts'
import { endDevice, endOtherDevices, listDevices, reauthenticate } from './device.service.ts'
import { changeEmail, mailEmailChangeLink } from './email-change.service.ts'
import { mayRequestMail, queueMailRequest } from './mail-request.service.ts'
import { whoAmI } from './me.service.ts'
import { changePassword, resetPassword } from './password.service.ts'
import { signIn } from './sign-in.service.ts'
import { mailSignupLink, readSignupLink } from './sign-up.service.ts'

const emailChecks: Rate = { limit: 5, windowSeconds: 600 }

const required = 'この項目は必須です。'

export const accountRoutes: Routes = (app, db, tools) => {
  const throttle = createSharedThrottle(db, tools.keys.mark)
  const guard = createSignInGuard(throttle)

  signInRoutes(app, db, tools, { guard, throttle })
  deviceRoutes(app, db, tools, { guard, throttle })
  signUpRoutes(app, db, tools, throttle)
  passwordRoutes(app, db, tools, { guard, throttle })
  handle(app, calls.refresh, async ({ body, request }) =>
    refreshAccess(db, { token: body.refresh, network: sessionNetwork(request.ip, tools) }, tools),
  )
  handle(app, calls.verify, async ({ body }) => verifyAny(body.token, tools))
  handle(app, calls.logout, async ({ body }) => {
    const token = body.refresh_token ?? body.refreshToken ?? body.refresh
    if (token === undefined) throw invalidField('refresh_token', required)
    await endSession(db, token, tools)
    return undefined
  })
  handle(app, calls.me, async ({ actor }) => whoAmI(db, actor))
  handle(app, calls.changeEmail, async ({ body, actor }) => {
    if (body.token) return changeEmail(db, actor, body.token)
    const { email, current_password } = body
    if (!email) throw invalidField('email', required)
    const key = `mail change_email ${actor.account_id}`
    const taken = await throttle.take(key, emailChecks)
    if (!taken.ok) throw throttled(taken.retryAfterSeconds)
    return mailEmailChangeLink(db, actor, { email, current_password }, guard, tools)
  })
}

function signInRoutes(app: FastifyInstance, db: Db, tools: Tools, guards: SignInGuards): void {
  const signInAs =
    (kind: Audience) =>
    async (input: {
      body: CallBody<typeof calls.bizSignIn>
      request: FastifyRequest
      reply: FastifyReply
    }) => {
      const { body, request, reply } = input
      const actor = nobody(tools.clock.now(), request.id)
      const from = {
        ip: request.ip,
        device: request.headers[deviceHeader],
        network: sessionNetwork(request.ip, tools),
        label: deviceLabelOf(request.headers['user-agent']),
      }
      const { tokens, device } = await signIn(db, actor, kind, { ...body, ...from }, guards, tools)
      reply.header(deviceHeader, device)
      return tokens
    }
  handle(app, calls.signIn, signInAs('customer'))
  handle(app, calls.bizSignIn, signInAs('business'))

  const mailCodeFor =
    (kind: Audience) =>
    async ({ body, request }: { body: { email: string }; request: FastifyRequest }) => {
      const mail = { purpose: 'sign_in_code', email: body.email } as const
      const now = tools.clock.now()
      if (await mayRequestMail(guards.throttle, { ...mail, ip: request.ip })) {
        await queueMailRequest(db, mail, now, (tx, id) =>
          addJob(tx, 'account.mail_sign_in_code', { wish: id, kind }),
        )
      }
      return undefined
    }
  handle(app, calls.signInCode, mailCodeFor('customer'))
  handle(app, calls.bizSignInCode, mailCodeFor('business'))
}

function signUpRoutes(app: FastifyInstance, db: Db, tools: Tools, throttle: SharedThrottle): void {
  handle(app, calls.registerEmail, async ({ body, actor, request }) => {
    const mail = { purpose: 'register', email: body.email, ip: request.ip } as const
    if (await mayRequestMail(throttle, mail)) await mailSignupLink(db, actor, body, tools)
    return undefined
  })
  handle(app, calls.signupLink, ({ body }) => readSignupLink(db, body.token, tools.clock.now()))
}

function passwordRoutes(app: FastifyInstance, db: Db, tools: Tools, { guard, throttle }: SignInGuards): void {
  handle(app, calls.changePassword, async ({ body, actor }) => {
    await changePassword(db, actor, body, guard, tools)
    return undefined
  })
  handle(app, calls.resetPassword, async ({ body, actor, request }) => {
    const { email, uid, token, new_password } = body
    if (uid !== undefined || token !== undefined || new_password !== undefined) {
      await resetPassword(db, actor, body, guard, tools)
      return undefined
    }
    if (!email) throw invalidField('email', required)
    const mail = { purpose: 'reset_password', email } as const
    if (await mayRequestMail(throttle, { ...mail, ip: request.ip })) {
      await queueMailRequest(db, mail, actor.at, (tx, id) => addJob(tx, 'account.mail_reset', { wish: id }))
    }
    return undefined
  })
}

function deviceRoutes(app: FastifyInstance, db: Db, tools: Tools, guards: SignInGuards): void {
  handle(app, calls.devices, async ({ actor }) => listDevices(db, actor))
  handle(app, calls.endDevice, async ({ actor, params }) => {
    await inTransaction(db, (tx) => endDevice(tx, actor, params.key))
    return undefined
  })
  handle(app, calls.endOtherDevices, async ({ actor }) => {
    const ended = await inTransaction(db, (tx) => endOtherDevices(tx, actor))
    forgetPrincipal(db, actor.account_id)
    return ended
  })
  handle(app, calls.reauthenticate, async ({ body, actor, request }) => {
    const network = sessionNetwork(request.ip, tools)
    return reauthenticate(db, actor, { ...body, network }, guards, tools)
  })
}
