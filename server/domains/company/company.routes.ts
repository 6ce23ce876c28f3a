import { businessUserCalls } from '#contract/business-user'
import { companyCalls as calls } from '#contract/company'
import { tokyoDate } from '#contract/day'
import { setupCalls } from '#contract/setup'
import type { BusinessActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { handle, type Routes } from '#server/platform/handle'
import { inTransactionOnce } from '#server/platform/idempotency'
import { pageBody } from '#server/platform/paging'
import { confirmUser, setUserActive } from './admission.service.ts'
import {
  assessorRows,
  dealerRows,
  listShops,
  readShop,
  setShopBrands,
  shopTagRows,
} from './company.service.ts'
import { inviteUser, inviteUserAgain, listUsers } from './invite.service.ts'
import { operatorNotice } from './operator.service.ts'
import { setFavorite } from './related-shop.service.ts'
import {
  companyExists,
  createCompany,
  createShop,
  listCompanies,
  listSetupShops,
  readCompany,
  readSetupShop,
  replaceCompany,
  replaceShop,
  setupShopExists,
} from './setup.service.ts'
import { changeStaff, endStaff, inviteStaff, inviteStaffAgain, readmitStaff } from './staff.change.ts'
import { exportStaff, isStaffOf, listStaff, readStaff, staffCodesMissing } from './staff.service.ts'

export const companyRoutes: Routes = (app, db, tools) => {
  setupRoutes(app, db, tools)
  staffRoutes(app, db, tools)
  handle(app, calls.shops, async ({ query, actor }) => listShops(db, actor, query))
  handle(app, calls.shop, async ({ params, query, actor }) => readShop(db, actor, params.id, query.store))
  handle(app, calls.favorite, async ({ body, actor }) =>
    inTransaction(db, (tx) => setFavorite(tx, actor, body)),
  )
  handle(app, calls.shopBrands, async ({ body, actor }) =>
    inTransaction(db, (tx) => setShopBrands(tx, actor, body)),
  )
  handle(app, calls.shopTags, async ({ query }) => shopTagRows(db, query.store))
  handle(app, calls.dealers, async ({ query }) => dealerRows(db, query.store))
  handle(app, calls.operator, async () => ({ operator: await operatorNotice(db) }))
  handle(app, calls.assessors, async ({ actor, query }) => assessorRows(db, actor, query))
}

const setupRoutes: Routes = (app, db, tools) => {
  const company = (params: { company_pk: number }) => companyExists(db, params.company_pk)
  const placed = ({ company_pk, id }: { company_pk: number; id: number }) => ({ company: company_pk, id })

  handle(app, setupCalls.companies, async ({ query, request }) =>
    pageBody(request, await listCompanies(db, query)),
  )
  handle(app, setupCalls.company, async ({ params }) => readCompany(db, params.id))
  handle(app, setupCalls.createCompany, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => createCompany(tx, actor, body)),
  )
  handle(
    app,
    setupCalls.replaceCompany,
    async ({ params, body, actor }) => inTransaction(db, (tx) => replaceCompany(tx, actor, params.id, body)),
    { exists: ({ params }) => companyExists(db, params.id) },
  )
  handle(app, setupCalls.shops, async ({ params }) => listSetupShops(db, params.company_pk))
  handle(app, setupCalls.shop, async ({ params }) => readSetupShop(db, params.company_pk, params.id))
  handle(
    app,
    setupCalls.createShop,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => createShop(tx, actor, params.company_pk, body)),
    { exists: ({ params }) => company(params) },
  )
  handle(
    app,
    setupCalls.replaceShop,
    async ({ params, body, actor }) =>
      inTransaction(db, (tx) => replaceShop(tx, actor, placed(params), body)),
    { exists: ({ params }) => setupShopExists(db, params.company_pk, params.id) },
  )
  handle(app, setupCalls.users, async ({ params, query, actor, request }) =>
    pageBody(request, await listUsers(db, actor, params.company_pk, query)),
  )
  handle(
    app,
    setupCalls.inviteUser,
    async ({ params, body, actor, once }) =>
      inTransactionOnce(db, actor, once, (tx) => inviteUser(tx, actor, params.company_pk, body, tools)),
    { exists: ({ params }) => company(params) },
  )
  handle(app, setupCalls.inviteUserAgain, async ({ params, actor }) =>
    inTransaction(db, (tx) => inviteUserAgain(tx, actor, placed(params), tools)),
  )
  handle(app, setupCalls.deactivateUser, async ({ params, actor }) =>
    setUserActive(db, actor, placed(params), false, tools),
  )
  handle(app, setupCalls.activateUser, async ({ params, actor }) =>
    setUserActive(db, actor, placed(params), true, tools),
  )
  handle(app, setupCalls.confirmUser, async ({ params, actor }) =>
    confirmUser(db, actor, placed(params), tools),
  )
}

const staffRoutes: Routes = (app, db, tools) => {
  const calls = businessUserCalls
  const exists = ({ params, actor }: { params: { id: number }; actor: BusinessActor }) =>
    isStaffOf(db, actor, params.id)

  handle(app, calls.list, async ({ query, actor, request }) =>
    pageBody(request, await listStaff(db, actor, query)),
  )
  handle(app, calls.codes, async ({ query, actor }) => ({
    missing: await staffCodesMissing(db, actor, query),
  }))
  handle(app, calls.csv, async ({ query, actor }) => ({
    name: `担当者-${tokyoDate(actor.at)}.csv`,
    pieces: (signal) => exportStaff(db, actor, query, signal),
  }))
  handle(app, calls.get, async ({ params, actor }) => readStaff(db, actor, params.id))
  handle(app, calls.invite, async ({ body, actor, once }) =>
    inTransactionOnce(db, actor, once, (tx) => inviteStaff(tx, actor, body, tools)),
  )
  for (const call of [calls.replace, calls.update]) {
    handle(app, call, async ({ params, body, actor }) => changeStaff(db, actor, params.id, body, tools), {
      exists,
    })
  }
  handle(app, calls.end, async ({ params, actor }) => endStaff(db, actor, params.id, tools))
  handle(app, calls.inviteAgain, async ({ params, actor }) =>
    inTransaction(db, (tx) => inviteStaffAgain(tx, actor, params.id, tools)),
  )
  handle(app, calls.readmit, async ({ params, actor }) => readmitStaff(db, actor, params.id, tools))
}
