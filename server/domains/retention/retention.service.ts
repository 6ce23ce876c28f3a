import { tokyoDate } from '#contract/day'
import { openRequestStatuses } from '#contract/lifecycle'
import { eraseSeen } from '#server/domains/announcement/announcement.service'
import { dueBefore } from '#server/domains/antique-ledger/antique-ledger.rules'
import { erasePerson } from '#server/domains/antique-ledger/antique-ledger.service'
import { eraseQuestions } from '#server/domains/assessment/assessment.question'
import { eraseSecondLookPhotos } from '#server/domains/assessment/second-look.photo'
import { eraseProfile, lockCustomer } from '#server/domains/customer/customer.service'
import { eraseLists } from '#server/domains/declared-list/declared-list.service'
import { eraseIdentification } from '#server/domains/identity/identity.service'
import { eraseMessages } from '#server/domains/notification/inbox.service'
import { eraseRequestAddresses } from '#server/domains/purchase-request/purchase-request.service'
import type { SystemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { allById, forEachLogged } from '#server/platform/each'
import type { Tools } from '#server/platform/tools'
import { type Due, dueIdentifications, duePersons, dueProfiles, type IdRange } from './retention.queries.ts'

type Log = Pick<Tools, 'log'>
type Find = (db: Db, stretch: IdRange) => Promise<Due[]>

/** One transaction each; re-checked under the customer's lock, as there may be new business. */
async function eraseAll(
  db: Db,
  log: Log['log'],
  find: Find,
  erase: (tx: Tx, due: Due) => Promise<void>,
): Promise<void> {
  const all = allById((after, limit) => find(db, { after, upTo: Number.MAX_SAFE_INTEGER, limit }))
  await forEachLogged(all, log, (due) =>
    inTransaction(db, async (tx) => {
      if (due.customer_id !== null) await lockCustomer(tx, due.customer_id)
      const [still] = await find(tx, { after: due.id - 1, upTo: due.id, limit: 1 })
      if (still) await erase(tx, still)
    }),
  )
}

export function eraseLedgerPersons(db: Db, actor: SystemActor, { log }: Log): Promise<void> {
  const terms = dueBefore(tokyoDate(actor.at))
  return eraseAll(
    db,
    log,
    (at, stretch) => duePersons(at, terms, openRequestStatuses, stretch),
    (tx, due) => erasePerson(tx, actor, due.id),
  )
}

/** Withdrawn checks are kept as long as the ledger; those of customers who left are not. */
export function eraseIdentifications(db: Db, actor: SystemActor, { log }: Log): Promise<void> {
  const { sales: endedBefore } = dueBefore(tokyoDate(actor.at))
  return eraseAll(
    db,
    log,
    (at, stretch) => dueIdentifications(at, endedBefore, openRequestStatuses, stretch),
    (tx, due) => eraseIdentification(tx, actor, due.id),
  )
}

export function eraseProfiles(db: Db, actor: SystemActor, { log }: Log): Promise<void> {
  const { others: paidBefore } = dueBefore(tokyoDate(actor.at))
  return eraseAll(
    db,
    log,
    (at, stretch) => dueProfiles(at, paidBefore, openRequestStatuses, stretch),
    async (tx, due) => {
      await eraseRequestAddresses(tx, due.id)
      await eraseLists(tx, due.id, actor.at)
      await eraseQuestions(tx, due.id)
      await eraseSecondLookPhotos(tx, due.id, actor.at)
      const accountId = await eraseProfile(tx, actor, due.id)
      await eraseMessages(tx, accountId)
      await eraseSeen(tx, accountId)
    },
  )
}
