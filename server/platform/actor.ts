import type { Permission, Role } from '#contract/permission'

interface Common {
  /** Time of the request, from the injected clock; services use no other time. */
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
  /** Null for an account from a sign-in provider that has no customer record yet. */
  customer_id: number | null
  email: string
  name: string
  session: Session
}

export interface BusinessActor extends Common {
  kind: 'business'
  /** `machine`: another system, by an API key. Its business user and account are rows that nobody can sign in to. */
  role: 'staff' | 'admin' | 'operator' | 'inspector' | 'machine'
  account_id: number
  /** 0 for somebody who inspects the ledger: calls that need one are not open to them. */
  business_user_id: number
  company_id: number
  is_operator: boolean
  is_admin: boolean
  /** Required of this person, and not set up. */
  lacks_second_factor: boolean
  /** Null: all shops. */
  shop_ids: number[] | null
  email: string
  name: string
  session: Session
  /** Of a machine: what its key was given. */
  permissions?: readonly Permission[]
}

export interface SystemActor extends Common {
  kind: 'system'
  role: 'nobody'
}

export interface Session {
  id: string
  signed_in_at: Date
}

export type Actor = NobodyActor | CustomerActor | BusinessActor | SystemActor
export type SignedIn = CustomerActor | BusinessActor

export type ActorWith<R extends Role> = R extends 'customer'
  ? CustomerActor
  : R extends 'nobody'
    ? NobodyActor
    : BusinessActor

export function systemActor(at: Date): SystemActor {
  return { kind: 'system', role: 'nobody', at, http_request_id: '' }
}

/** Columns for history rows. These are kept forever, so they hold no customer name. */
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
