import { isPlainObject } from './case.ts'
import {
  type BankAccount,
  type BankAccountResponse,
  type Customer,
  type CustomerResponse,
  type Identification,
  type IdentificationResponse,
  type RelatedShop,
  type RelatedShopResponse,
  toBankAccount,
  toCustomer,
  toIdentification,
  toRelatedShop,
} from './entities.ts'

/** Calls whose responses hold mapped entities. Written as routes: importing contracts would add to every page. */
const entityOf = {
  'GET /api/customers/': 'customer',
  'POST /api/customers/': 'customer',
  'GET /api/customers/{id}/': 'customer',
  'PUT /api/customers/{id}/': 'customer',
  'PATCH /api/customers/{id}/': 'customer',
  'GET /api/customers/{customer_pk}/banckaccount/': 'bankAccount',
  'POST /api/customers/{customer_pk}/banckaccount/': 'bankAccount',
  'GET /api/customers/{customer_pk}/banckaccount/{id}/': 'bankAccount',
  'PUT /api/customers/{customer_pk}/banckaccount/{id}/': 'bankAccount',
  'PATCH /api/customers/{customer_pk}/banckaccount/{id}/': 'bankAccount',
  'POST /api/shop/favorite': 'relatedShop',
  'GET /api/identity-checks/': 'identification',
} as const
type EntityName = (typeof entityOf)[keyof typeof entityOf]

type Entity<Name, T> = Name extends 'customer'
  ? Customer<Extract<T, CustomerResponse>>
  : Name extends 'bankAccount'
    ? BankAccount<Extract<T, BankAccountResponse>>
    : Name extends 'relatedShop'
      ? RelatedShop<Extract<T, RelatedShopResponse>>
      : Identification<Extract<T, IdentificationResponse>>

type Within<Name, Wire> = Wire extends readonly (infer T)[]
  ? Entity<Name, T>[]
  : Wire extends { results: readonly (infer T)[] }
    ? Omit<Wire, 'results'> & { results: Entity<Name, T>[] }
    : Entity<Name, Wire>

export type EntityResponse<Route, Wire> = Route extends keyof typeof entityOf
  ? Within<(typeof entityOf)[Route], Wire>
  : Wire

const readers: Readonly<Record<EntityName, (response: never) => unknown>> = {
  customer: toCustomer,
  bankAccount: toBankAccount,
  relatedShop: toRelatedShop,
  identification: toIdentification,
}

export function entityResponse(route: string, response: unknown): unknown {
  if (!Object.hasOwn(entityOf, route)) return response
  const read = readers[entityOf[route as keyof typeof entityOf]] as (entity: unknown) => unknown
  if (Array.isArray(response)) return response.map((entity) => read(entity))
  if (!isPlainObject(response)) return response
  if (Array.isArray(response.results))
    return { ...response, results: response.results.map((entity) => read(entity)) }
  return read(response)
}
