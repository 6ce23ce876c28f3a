import type { Actor } from '#server/platform/actor'
import { scopeOf } from '#server/platform/scope'

/** The shop with the alias given is one the actor works for. */
export const isOwnShop = (actor: Actor, alias: string) =>
  scopeOf(actor, { company: `${alias}.company_id`, shop: `${alias}.id` })
