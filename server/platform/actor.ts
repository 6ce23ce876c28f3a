import type { Role } from '#contract/permission'

interface Common {
  /** When the act happens, by the injected clock: services take time from here and nowhere else. */
  at: Date
  http_request_id: string
}

export interface NobodyActor extends Common {
  kind: 'nobody'
  role: 'nobody'
}

export interface CustomerActor extends Common {
  kind: 'customer'
  role: 'customer'
  account_id: number
  /** Null for an account made by a sign-in provider that has no customer record yet. */
  customer_id: number | null
  email: string
  name: string
  session: Session
}

export interface BusinessActor extends Common {
  kind: 'business'
  role: 'staff' | 'admin' | 'operator'
  account_id: number
  business_user_id: number
  company_id: number
  is_operator: boolean
  is_admin: boolean
  /** Null: all shops of the company. */
  shop_ids: number[] | null
  email: string
  name: string
  session: Session
}

/** Scheduled work. */
export interface SystemActor extends Common {
  kind: 'system'
  role: 'nobody'
}

export interface Session {
  /** The refresh token's id: one a device. */
  id: string
  signed_in_at: Date
}

export type Actor = NobodyActor | CustomerActor | BusinessActor | SystemActor
export type SignedIn = CustomerActor | BusinessActor

/** The actor that a role has. */
export type ActorWith<R extends Role> = R extends 'customer'
  ? CustomerActor
  : R extends 'nobody'
    ? NobodyActor
    : BusinessActor

export function systemActor(at: Date): SystemActor {
  return { kind: 'system', role: 'nobody', at, http_request_id: '' }
}

/**
 * For history rows: kind, id and the name shown. Such rows are kept for ever, so a customer's name, which has to go
 * one day, is not written into them; it is read where the customer is.
 */
export function actorColumns(actor: Actor): {
  actor_kind: 'customer' | 'business' | 'system'
  actor_id: number | null
  actor_name: string
} {
  switch (actor.kind) {
    case 'customer':
      return { actor_kind: 'customer', actor_id: actor.customer_id, actor_name: '' }
    case 'business':
      return { actor_kind: 'business', actor_id: actor.business_user_id, actor_name: actor.name }
    default:
      return { actor_kind: 'system', actor_id: null, actor_name: '' }
  }
}
