import type { StaffState } from '#contract/business-user'

interface Standing {
  is_active: boolean
  is_confirmed: boolean
  has_password: boolean
  invited_until: string | null
}

export function stateOf({ is_active, is_confirmed, has_password, invited_until }: Standing): StaffState {
  if (!is_active) return 'inactive'
  if (!is_confirmed) return 'waiting'
  if (has_password) return 'active'
  return invited_until === null ? 'expired' : 'invited'
}

/** Whether somebody with this reach (null: all shops) decides about a person with these shops (empty: all). */
export const isWithin = (reach: readonly number[] | null, shops: readonly number[]): boolean =>
  reach === null || (shops.length > 0 && shops.every((shop) => reach.includes(shop)))

export interface Rights {
  is_admin: boolean
  shops: readonly number[]
}

/** Whether the second allow anything that the first do not. */
export function isMore(before: Rights, after: Rights): boolean {
  if (after.is_admin && !before.is_admin) return true
  return !isWithin(before.shops.length === 0 ? null : before.shops, after.shops)
}
