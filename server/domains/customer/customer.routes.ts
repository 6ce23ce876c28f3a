import { accountCalls } from '#contract/account'
import { customerCalls as calls } from '#contract/customer'
import { tokyoDate } from '#contract/day'
import { mayRequestMail } from '#server/domains/account/mail-request.service'
import { handle, type ReplicaRoutes, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import { createSharedThrottle } from '#server/platform/shared-throttle'
import { writeToOperator } from './contact.service.ts'
import {
  changeCustomer,
  createCustomer,
  findTowns,
  getOwnCustomer,
  leaveService,
  listOwnCustomer,
} from './customer.service.ts'
import { changePurchaseStop, isShopCustomer } from './purchase-stop.service.ts'
import {
  customerCodesNotListed,
  customerOfShop,
  customersOfShop,
  exportCustomers,
} from './shop-customer.service.ts'
import { checkSignUp, signUp } from './sign-up.service.ts'

export const customerRoutes: Routes = (app, db, tools) => {
  const throttle = createSharedThrottle(db, tools.keys.mark)

  handle(app, accountCalls.signup, async ({ body, actor, request }) => {
    checkSignUp(body, actor)
    const mail = { purpose: 'register', email: body.email, ip: request.ip } as const
    return signUp(db, actor, body, () => mayRequestMail(throttle, mail), tools)
  })
  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listOwnCustomer(db, actor, query, tools)),
  )
  handle(app, calls.create, ({ actor, body }) => createCustomer(db, actor, body, tools))
  handle(app, calls.get, ({ params, actor }) => getOwnCustomer(db, actor, params.id, tools))
  handle(app, calls.replace, ({ params, actor, body }) => changeCustomer(db, actor, params.id, body, tools), {
    exists: async ({ params, actor }) => actor.customer_id === params.id,
  })
  handle(app, calls.update, ({ params, actor, body }) => changeCustomer(db, actor, params.id, body, tools), {
    exists: async ({ params, actor }) => actor.customer_id === params.id,
  })
  handle(app, calls.leave, async ({ params, actor }) => {
    await leaveService(db, actor, params.id)
    return undefined
  })
  handle(app, calls.shopCustomerCodes, async ({ params, query, actor }) => ({
    missing: await customerCodesNotListed(db, actor, params.shop_pk, query),
  }))
  handle(app, calls.shopCustomer, ({ params, actor }) => customerOfShop(db, actor, params, tools))
  handle(
    app,
    calls.changePurchaseStop,
    ({ params, actor, body }) => changePurchaseStop(db, actor, params, body),
    { exists: ({ params, actor }) => isShopCustomer(db, actor, params) },
  )
  handle(app, calls.postalCode, ({ params }) => findTowns(db, params.postal_code))
  handle(app, calls.contact, async ({ actor, body }) => {
    await writeToOperator(db, actor, body, tools)
    return undefined
  })
}

export const customerReplicaRoutes: ReplicaRoutes = (app) => {
  handle(app, calls.shopCustomers, async ({ db, params, query, actor, request }) =>
    pageBody(request, await customersOfShop(db, actor, params.shop_pk, query)),
  )
  handle(app, calls.shopCustomersCsv, async ({ db, params, query, actor }) => ({
    name: `お客さま-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportCustomers(db, actor, params.shop_pk, query, signal),
  }))
}
