import {
  type CompanyInput,
  companyProblems,
  type ShopInput,
  sharedStoreKey,
  shopProblems,
  tidyCompany,
  tidyShop,
} from '#contract/setup-input'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { type Paged, paginate } from '#server/platform/paging'
import { type FieldErrors, invalid, notFound, refuse, staleVersion } from '#server/platform/refusal'
import {
  companiesNamed,
  companyRows,
  insertCompany,
  insertOperator,
  insertShop,
  lockSetup,
  setupShopRows,
  takenBy,
  updateCompany,
  updateShop,
  writeShopTags,
} from './setup.queries.ts'

/** Staff of the operator may read; only administrators may write. */
export function requireSetupAdmin(actor: BusinessActor): void {
  if (!actor.is_admin) throw refuse('permission_denied')
}

export async function listCompanies(db: Db, query: Paged & { name?: string | undefined }) {
  const ids = await companiesNamed(db, query.name ?? '')
  return paginate(
    query,
    async () => ids.length,
    (window) => companyRows(db, { ids, window }),
  )
}

export async function readCompany(db: Db, id: number) {
  const [row] = await companyRows(db, { id })
  if (!row) throw notFound()
  return row
}

export const companyExists = async (db: Db, id: number): Promise<boolean> =>
  (await companyRows(db, { id })).length > 0

function refuseProblems(problems: FieldErrors): void {
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

const storeTaken = 'このキーは、ほかの会社が使っています。'

/** Requires `lockSetup`: what is free now stays free until the commit. */
async function refuseTaken(tx: Tx, company: number | null, input: CompanyInput): Promise<void> {
  const taken = await takenBy(tx, company, input)
  refuseProblems({
    ...(taken.license ? { license_number: ['この許可証番号は、ほかの会社で登録されています。'] } : {}),
    ...(taken.store && input.store_key !== sharedStoreKey ? { store_key: [storeTaken] } : {}),
  })
}

export async function createCompany(tx: Tx, actor: BusinessActor, input: CompanyInput) {
  requireSetupAdmin(actor)
  const company = tidyCompany(input)
  refuseProblems(companyProblems(company, false))
  await lockSetup(tx)
  await refuseTaken(tx, null, company)
  const id = await insertCompany(tx, company, actor.at.toISOString())
  await recordActivity(tx, actor, { action: 'company.create', object_type: 'company', object_id: id })
  return readCompany(tx, id)
}

export async function createOperator(tx: Tx, actor: Actor, input: CompanyInput): Promise<number | undefined> {
  const company = tidyCompany(input)
  refuseProblems(companyProblems(company, true))
  await lockSetup(tx)
  const id = await insertOperator(tx, company, actor.at.toISOString())
  if (id === undefined) return undefined
  await recordActivity(tx, actor, { action: 'company.create', object_type: 'company', object_id: id })
  return id
}

/** The fields that differ, as they were and as they are. */
function changedFields<Next extends object>(before: Next, next: Next) {
  const changed = (Object.keys(next) as (keyof Next)[]).filter(
    (field) => JSON.stringify(next[field]) !== JSON.stringify(before[field]),
  )
  const of = (all: Next) => Object.fromEntries(changed.map((field) => [field, all[field]]))
  return { before: of(before), after: of(next) }
}

/** `is_operator` cannot be changed here. */
export async function replaceCompany(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  { version, ...input }: CompanyInput & { version: number },
) {
  requireSetupAdmin(actor)
  await lockSetup(tx)
  const before = await readCompany(tx, id)
  const company = tidyCompany(input)
  refuseProblems(companyProblems(company, before.is_operator))
  if (before.version !== version) throw staleVersion(before)
  await refuseTaken(tx, id, company)
  await updateCompany(tx, id, company)
  await recordActivity(tx, actor, {
    action: 'company.replace',
    object_type: 'company',
    object_id: id,
    detail: changedFields<CompanyInput>(before, company),
  })
  return readCompany(tx, id)
}

export async function listSetupShops(db: Db, company: number) {
  if (!(await companyExists(db, company))) throw notFound()
  return setupShopRows(db, company)
}

export async function readSetupShop(db: Db, company: number, id: number) {
  const [row] = await setupShopRows(db, company, id)
  if (!row) throw notFound()
  return row
}

export const setupShopExists = async (db: Db, company: number, id: number): Promise<boolean> =>
  (await setupShopRows(db, company, id)).length > 0

async function refuseTakenStore(tx: Tx, company: number, store_key: string): Promise<void> {
  if (store_key === sharedStoreKey) return
  const { store } = await takenBy(tx, company, { license_number: '', store_key })
  if (store) throw invalid({ store_key: [storeTaken] })
}

export async function createShop(tx: Tx, actor: BusinessActor, company: number, input: ShopInput) {
  requireSetupAdmin(actor)
  await lockSetup(tx)
  const owner = await readCompany(tx, company)
  if (owner.is_operator) throw invalid({ non_field_errors: ['運営の会社は、店舗を持てません。'] })
  const shop = tidyShop(input)
  refuseProblems(shopProblems(shop))
  await refuseTakenStore(tx, company, shop.store_key)
  const id = await insertShop(tx, company, shop, actor.at.toISOString())
  await writeShopTags(tx, id, shop.tags)
  await recordActivity(tx, actor, {
    action: 'shop.create',
    object_type: 'shop',
    object_id: id,
    detail: { company },
  })
  return readSetupShop(tx, company, id)
}

export async function replaceShop(
  tx: Tx,
  actor: BusinessActor,
  place: { company: number; id: number },
  { version, ...input }: ShopInput & { version: number },
) {
  requireSetupAdmin(actor)
  await lockSetup(tx)
  const before = await readSetupShop(tx, place.company, place.id)
  const shop = tidyShop(input)
  refuseProblems(shopProblems(shop))
  if (before.version !== version) throw staleVersion(before)
  await refuseTakenStore(tx, place.company, shop.store_key)
  await updateShop(tx, place.id, shop)
  await writeShopTags(tx, place.id, shop.tags)
  await recordActivity(tx, actor, {
    action: 'shop.replace',
    object_type: 'shop',
    object_id: place.id,
    detail: changedFields<ShopInput>(before, shop),
  })
  return readSetupShop(tx, place.company, place.id)
}
