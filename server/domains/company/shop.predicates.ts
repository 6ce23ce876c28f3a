import type { Actor } from '#server/platform/actor'
import { scopeOf } from '#server/platform/scope'

export const isOwnShop = (actor: Actor, alias: string) =>
  scopeOf(actor, { company: `${alias}.company_id`, shop: `${alias}.id` })
