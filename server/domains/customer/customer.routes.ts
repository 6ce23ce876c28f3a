import { customerCalls as calls } from '#contract/customer'
import { handle, type Routes } from '#server/platform/handle'
import { pageBody } from '#server/platform/paging'
import {
  changeCustomer,
  createCustomer,
  findTowns,
  getOwnCustomer,
  leaveService,
  listOwnCustomer,
} from './customer.service.ts'
import { listMessages, readMessages, writeToOperator } from './inbox.service.ts'
import { customerOfShop, customersOfShop } from './shop-customer.service.ts'

export const customerRoutes: Routes = (app, db, tools) => {
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
  handle(app, calls.shopCustomers, async ({ params, query, actor, request }) =>
    pageBody(request, await customersOfShop(db, actor, params.shop_pk, query)),
  )
  handle(app, calls.shopCustomer, ({ params, actor }) => customerOfShop(db, actor, params, tools))
  handle(app, calls.postalCode, ({ params }) => findTowns(db, params.postal_code))
  handle(app, calls.notifications, async ({ query, actor, request }) =>
    pageBody(request, await listMessages(db, actor, query)),
  )
  handle(app, calls.readNotifications, ({ actor, body }) => readMessages(db, actor, body.up_to))
  handle(app, calls.contact, async ({ actor, body }) => {
    await writeToOperator(db, actor, body)
    return undefined
  })
}
