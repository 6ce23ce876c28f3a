import { openMachineAccount } from '#server/domains/account/invitation.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { refuseOddName } from './invite.service.ts'
import { writeShopsOf } from './staff.queries.ts'
import { shopsOfCompany } from './staff-shops.service.ts'

/** How its acts are signed, so that they are not taken for a person's. */
const machineName = (name: string): string => `${name}(APIキー)`

/**
 * Rows for a machine that works with an API key: what it does is recorded under its name, and nobody can sign in as it.
 * It reaches no more shops than whoever lets it in.
 */
export async function addMachine(
  tx: Tx,
  actor: BusinessActor,
  { name, shops }: { name: string; shops: readonly number[] },
): Promise<{ id: number; account_id: number }> {
  refuseOddName(name)
  const reached = await shopsOfCompany(tx, actor, shops)
  const account_id = await openMachineAccount(tx, actor.at)
  const { id } = await tx
    .insertInto('business_user')
    .values({
      account_id,
      company_id: actor.company_id,
      name: machineName(name),
      role: 'staff',
      is_machine: true,
      is_active: false,
      created_at: actor.at.toISOString(),
      invited_by: actor.business_user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeShopsOf(tx, id, reached)
  return { id, account_id }
}
