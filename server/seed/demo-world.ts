import { addDays } from '#contract/day'
import { demoPassword } from '#server/demo-sign-ins'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import type { Db } from '#server/platform/db'
import { hashPassword } from '#server/platform/password'
import type { Tools } from '#server/platform/tools'
import { type BusinessWorld, makeBusinessWorld } from './demo-business.ts'
import { type DemoCustomer, makeCustomers } from './demo-customers.ts'
import { instantOf } from './demo-days.ts'
import { dice } from './random.ts'

export interface DemoWorld extends BusinessWorld {
  customers: DemoCustomer[]
}

export async function makeDemoWorld(db: Db, tools: Pick<Tools, 'keys'>, anchor: string): Promise<DemoWorld> {
  const die = dice(20_261_101)
  const hash = await hashPassword(demoPassword)
  const opened = instantOf(addDays(anchor, -240), '10:00').toISOString()
  const world = await makeBusinessWorld(db, anchor, hash, opened)
  await makeOriginator(db, { code: '2026010107', name_kana: 'カ)オクル' })
  return {
    ...world,
    customers: await makeCustomers(db, tools, { die, companies: world.companies, anchor, hash }),
  }
}
