import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountCalls as calls } from '#contract/account'
import { type Db, inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { invalidField } from '#server/platform/refusal'
import { throttled } from '#server/platform/request-limit'
import { sessionNetwork } from '#server/platform/session-network'
import { createSignInGuard, type SignInGuard } from '#server/platform/sign-in-guard'
import { createThrottle, type Rate } from '#server/platform/throttle'
import type { Audience } from '#server/platform/token'
import type { Tools } from '#server/platform/tools'
import {
  deviceLabelOf,
  deviceNameOf,
  endSession,
  foldEmail,
  forgetPrincipal,
  nobody,
  refreshAccess,
  verifyAny,
} from './account.service.ts'
import { endDevice, listDevices, reauthenticate } from './device.service.ts'
import { askToChangeEmail, changeEmail } from './email-change.service.ts'
import { whoAmI } from './me.service.ts'
import { askForReset, changePassword, resetPassword } from './password.service.ts'
import { signIn } from './sign-in.service.ts'
import { askToRegister, checkSignUp, confirmEmail, signUp } from './sign-up.service.ts'

/** No more mails than this to one address, whoever asks for them: within it the newest link still works. */
const mailsToOneAddress: Rate = { limit: 5, windowSeconds: 600 }

const deviceHeader = 'x-okuru-device'

export const accountRoutes: Routes = (app, db, tools) => {
  const guard = createSignInGuard()
  const mails = createThrottle()
  const allowMail = (email: string): void => {
    const taken = mails.take(foldEmail(email), { ...mailsToOneAddress, now: tools.clock.now() })
    if (!taken.ok) throw throttled(taken.retryAfterSeconds)
  }

  signInRoutes(app, db, tools, guard)
  deviceRoutes(app, db, tools, guard)
  handle(app, calls.refresh, async ({ body, request }) =>
    refreshAccess(db, { token: body.refresh, network: sessionNetwork(request.ip, tools) }, tools),
  )
  handle(app, calls.verify, async ({ body }) => verifyAny(body.token, tools))
  handle(app, calls.logout, async ({ body }) => {
    const token = body.refresh_token ?? body.refreshToken ?? body.refresh
    if (token === undefined) throw invalidField('refresh_token', 'この項目は必須です。')
    await endSession(db, token, tools)
    return undefined
  })
  handle(app, calls.me, async ({ actor }) => whoAmI(db, actor))
  handle(app, calls.registerEmail, async ({ body, actor }) => {
    allowMail(body.email)
    await askToRegister(db, actor, body, tools)
    return undefined
  })
  handle(app, calls.signup, async ({ body, actor }) => {
    checkSignUp(body, actor)
    if (!body.token) allowMail(body.email)
    return signUp(db, actor, body, tools)
  })
  handle(app, calls.confirmEmail, async ({ body, actor }) => {
    const confirmed = await confirmEmail(db, actor, body.token)
    forgetPrincipal(db, confirmed.account_id)
    return confirmed
  })
  handle(app, calls.changeEmail, async ({ body, actor }) => {
    if (body.token) return changeEmail(db, actor, body.token)
    if (!body.email) throw invalidField('email', 'この項目は必須です。')
    allowMail(body.email)
    return askToChangeEmail(db, actor, body.email, tools)
  })
  handle(app, calls.changePassword, async ({ body, actor }) => {
    await changePassword(db, actor, body, guard, tools)
    return undefined
  })
  handle(app, calls.resetPassword, async ({ body, actor }) => {
    const isSecondStep = body.uid !== undefined || body.token !== undefined || body.new_password !== undefined
    if (isSecondStep) await resetPassword(db, actor, body, tools)
    else if (!body.email) throw invalidField('email', 'この項目は必須です。')
    else {
      allowMail(body.email)
      await askForReset(db, actor, body.email)
    }
    return undefined
  })
}

function signInRoutes(app: FastifyInstance, db: Db, tools: Tools, guard: SignInGuard): void {
  const signInAs =
    (kind: Audience) =>
    async (input: {
      body: { email: string; password: string }
      request: FastifyRequest
      reply: FastifyReply
    }) => {
      const { body, request, reply } = input
      const actor = nobody(tools.clock.now(), request.id)
      const from = {
        ip: request.ip,
        device: deviceNameOf(request.headers[deviceHeader]),
        network: sessionNetwork(request.ip, tools),
        label: deviceLabelOf(request.headers['user-agent']),
      }
      const { tokens, device } = await signIn(db, actor, kind, { ...body, ...from }, guard, tools)
      reply.header(deviceHeader, device)
      return tokens
    }
  handle(app, calls.signIn, signInAs('customer'))
  handle(app, calls.bizSignIn, signInAs('business'))
}

/** Where one is signed in, and being the same person still. */
function deviceRoutes(app: FastifyInstance, db: Db, tools: Tools, guard: SignInGuard): void {
  handle(app, calls.devices, async ({ actor }) => listDevices(db, actor))
  handle(app, calls.endDevice, async ({ actor, params }) => {
    await inTransaction(db, (tx) => endDevice(tx, actor, params.key))
    return undefined
  })
  handle(app, calls.reauthenticate, async ({ body, actor, request }) => {
    const network = sessionNetwork(request.ip, tools)
    return reauthenticate(db, actor, { password: body.password, network }, guard, tools)
  })
}
