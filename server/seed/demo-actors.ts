import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import type { Worker } from './demo-business.ts'
import type { DemoCustomer } from './demo-customers.ts'

const session = (at: Date) => ({ id: 'seed', signed_in_at: at })

export function asWorker(worker: Worker, at: Date): BusinessActor {
  const { role } = worker
  return {
    kind: 'business',
    role,
    account_id: worker.account_id,
    business_user_id: worker.id,
    company_id: worker.company_id,
    is_operator: role === 'operator',
    is_admin: role !== 'staff',
    lacks_second_factor: false,
    shop_ids: null,
    email: worker.email,
    name: worker.name,
    session: session(at),
    at,
    http_request_id: '',
  }
}

export function asCustomer(customer: DemoCustomer, at: Date): CustomerActor {
  const { account_id, id, email, name } = customer
  return {
    kind: 'customer',
    role: 'customer',
    account_id,
    customer_id: id,
    email,
    name,
    session: session(at),
    at,
    http_request_id: '',
  }
}
