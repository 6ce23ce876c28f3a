import { isPlainObject } from './case.ts'
import {
  type BankAccount,
  type BankAccountAnswer,
  type Customer,
  type CustomerAnswer,
  type Identification,
  type IdentificationAnswer,
  type RelatedShop,
  type RelatedShopAnswer,
  toBankAccount,
  toCustomer,
  toIdentification,
  toRelatedShop,
} from './entities.ts'

/**
 * The customer's own calls whose answers hold an entity with names of its own: one, several, or a page of them.
 * The routes are written out, since their contracts would weigh on every page.
 */
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
  ? Customer<Extract<T, CustomerAnswer>>
  : Name extends 'bankAccount'
    ? BankAccount<Extract<T, BankAccountAnswer>>
    : Name extends 'relatedShop'
      ? RelatedShop<Extract<T, RelatedShopAnswer>>
      : Identification<Extract<T, IdentificationAnswer>>

type Within<Name, Answer> = Answer extends readonly (infer T)[]
  ? Entity<Name, T>[]
  : Answer extends { results: readonly (infer T)[] }
    ? Omit<Answer, 'results'> & { results: Entity<Name, T>[] }
    : Entity<Name, Answer>

/** An answer in camelCase as the screens are given it. */
export type EntityAnswer<Route, Answer> = Route extends keyof typeof entityOf
  ? Within<(typeof entityOf)[Route], Answer>
  : Answer

const readers: Readonly<Record<EntityName, (answer: never) => unknown>> = {
  customer: toCustomer,
  bankAccount: toBankAccount,
  relatedShop: toRelatedShop,
  identification: toIdentification,
}

/** Gives the entities of an answer the names and the certainty they have in the browser. */
export function entityAnswer(route: string, answer: unknown): unknown {
  if (!Object.hasOwn(entityOf, route)) return answer
  const read = readers[entityOf[route as keyof typeof entityOf]] as (entity: unknown) => unknown
  if (Array.isArray(answer)) return answer.map((entity) => read(entity))
  if (!isPlainObject(answer)) return answer
  if (Array.isArray(answer.results))
    return { ...answer, results: answer.results.map((entity) => read(entity)) }
  return read(answer)
}
