import type { antiqueLedgerCalls } from '#contract/antique-ledger'
import type { CallBody, CallResult } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { recordActivity } from '#server/domains/activity/activity.service'
import { administratorsOf } from '#server/domains/company/admission.service'
import { companyName } from '#server/domains/company/company.service'
import { queueSignedMail } from '#server/domains/company/operator.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { forEachLogged } from '#server/platform/each'
import { refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { genesisHash } from './antique-ledger.rules.ts'
import {
  companiesToMail,
  ledgerEnd,
  lockMailSetting,
  mailedBefore,
  mailSetting,
  markMailed,
  newestMail,
  writeMailSetting,
} from './checkpoint-mail.queries.ts'
import {
  addressAddedMail,
  addressRemovedMail,
  checkpointMail,
  type MailText,
} from './checkpoint-mail.texts.ts'

type MailTools = Pick<Tools, 'config'>
type Setting = CallResult<typeof antiqueLedgerCalls.checkpointMail>

/** Each dealer's once a day: run every hour, it makes up for hours in which no process was running. */
export async function mailCheckpoints(
  db: Db,
  tools: MailTools & Pick<Tools, 'clock' | 'log'>,
): Promise<void> {
  const at = tools.clock.now()
  await forEachLogged(await companiesToMail(db, tokyoDate(at)), tools.log, ({ id }) =>
    inTransaction(db, (tx) => mailCheckpoint(tx, id, at, tools)),
  )
}

async function mailCheckpoint(tx: Tx, companyId: number, at: Date, { config }: MailTools): Promise<void> {
  const day = tokyoDate(at)
  const end = (await ledgerEnd(tx, companyId)) ?? { seq: 0, hash: genesisHash(companyId) }
  const marked = { company_id: companyId, day, ...end, queued_at: at.toISOString() }
  if (!(await markMailed(tx, marked))) return
  const text = checkpointMail({
    company: await companyName(tx, companyId),
    end,
    before: await mailedBefore(tx, companyId, day),
    at,
    origin: config.publicUrl,
  })
  for (const to of await receivers(tx, companyId)) await queueSignedMail(tx, { ...to, ...text }, at)
}

async function receivers(tx: Tx, companyId: number): Promise<{ account_id: number | null; to: string }[]> {
  const addresses = (await mailSetting(tx, companyId))?.addresses ?? []
  if (addresses.length > 0) return addresses.map((to) => ({ account_id: null, to }))
  const administrators = await administratorsOf(tx, companyId)
  return administrators.map(({ account_id, email }) => ({ account_id, to: email }))
}

export async function checkpointMailSetting(db: Db, actor: BusinessActor): Promise<Setting> {
  const setting = await mailSetting(db, actor.company_id)
  const newest = await newestMail(db, actor.company_id)
  return {
    addresses: setting?.addresses ?? [],
    administrators: (await administratorsOf(db, actor.company_id)).map(({ email }) => email),
    mailed_on: newest?.day ?? null,
    mailed_seq: newest?.seq ?? null,
    version: setting?.version ?? 0,
  }
}

const fold = (address: string): string => address.toLowerCase()

/** Added and removed addresses are told: one sees that mails arrive, the other that they end. */
export async function changeCheckpointMail(
  db: Db,
  actor: BusinessActor,
  { addresses: given, version }: CallBody<typeof antiqueLedgerCalls.changeCheckpointMail>,
  { config }: MailTools,
): Promise<Setting> {
  if (actor.shop_ids !== null) throw refuse('permission_denied')
  const addresses = [...new Map(given.map((address) => [fold(address), address])).values()]
  await inTransaction(db, async (tx) => {
    await lockMailSetting(tx, actor.company_id)
    const before = await mailSetting(tx, actor.company_id)
    if ((before?.version ?? 0) !== version) throw staleVersion(await checkpointMailSetting(tx, actor))
    const at = actor.at.toISOString()
    const company_id = actor.company_id
    const changed_by = actor.business_user_id
    await writeMailSetting(tx, { company_id, addresses, changed_by, changed_at: at, version: version + 1 })
    const administrators = (await administratorsOf(tx, company_id)).map(({ email }) => email)
    const told = (chosen: readonly string[]) => (chosen.length > 0 ? chosen : administrators)
    const old = before?.addresses ?? []
    const about = { company: await companyName(tx, company_id), origin: config.publicUrl }
    await tell(tx, without(told(addresses), told(old)), addressAddedMail(about), actor.at)
    await tell(tx, without(told(old), told(addresses)), addressRemovedMail(about), actor.at)
    await recordActivity(tx, actor, {
      action: 'ledger.change_mail',
      object_type: 'antique_ledger',
      object_id: company_id,
      detail: { before: { address_count: old.length }, after: { address_count: addresses.length } },
    })
  })
  return checkpointMailSetting(db, actor)
}

function without(addresses: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map(fold))
  return addresses.filter((address) => !known.has(fold(address)))
}

async function tell(tx: Tx, addresses: readonly string[], text: MailText, at: Date): Promise<void> {
  for (const to of addresses) await queueSignedMail(tx, { account_id: null, to, ...text }, at)
}
