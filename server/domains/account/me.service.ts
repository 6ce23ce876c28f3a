import { isProfileComplete } from '#contract/profile'
import type { SignedIn } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { customerOfMe, inspectorOfMe, staffOfMe } from './account.queries.ts'

export async function whoAmI(db: Db, actor: SignedIn) {
  const common = { id: actor.account_id, email: actor.email }
  if (actor.kind === 'customer') {
    const row = await customerOfMe(db, actor.account_id)
    if (!row) return { ...common, customer: null, business_user: null }
    const { id, name, is_corporate, is_email_auth } = row
    const customer = { id, name, is_corporate, is_email_auth, profile_complete: isProfileComplete(row) }
    return { ...common, customer, business_user: null }
  }
  const row =
    actor.role === 'inspector'
      ? await inspectorOfMe(db, actor.account_id)
      : await staffOfMe(db, actor.account_id)
  if (!row) return { ...common, customer: null, business_user: null }
  const { id, email, name, role, company_id, company_name, is_operator, shops } = row
  return {
    ...common,
    customer: null,
    business_user: {
      id,
      email,
      name,
      role,
      is_admin: role === 'admin',
      needs_second_factor: actor.lacks_second_factor,
      company: { id: company_id, name: company_name, is_operator, shops },
    },
  }
}
