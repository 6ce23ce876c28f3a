import { randomBytes } from 'node:crypto'
import type { CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { type Claimed, type Ekyc, EkycError } from '#server/platform/ekyc'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { cancelAtProvider, checkRow, endCheck, lastCheck, readAtProvider } from './check.queries.ts'
import { birthdayOf, lockedSubject, type Subject } from './identity.queries.ts'
import {
  editableSession,
  refuseUnsuitable,
  requireVersion,
  sessionExists,
  touchSession,
} from './session.service.ts'

const urlPlace = 'identity_check.url_enc'

type StartTools = Pick<Tools, 'keys' | 'config' | 'ekyc' | 'log'>

interface Begun {
  id: number
  customer: number
  reference: string
  claimed: Claimed
  /** Of a check that the customer only goes on with. */
  url: string | undefined
}

/** Starting is the consent to hand the registered data over, and the papers to the dealers named in this version. */
export async function startCheck(
  db: Db,
  actor: CustomerActor,
  sessionId: number,
  version: number,
  tools: StartTools,
): Promise<{ url: string }> {
  const { ekyc, config, log } = tools
  if (!(await sessionExists(db, actor, sessionId))) throw notFound()
  if (!ekyc) throw refuse('identity_provider_not_offered')
  const begun = await inTransaction(db, (tx) => begin(tx, actor, sessionId, version, tools))
  if (begun.url !== undefined) return { url: begun.url }
  try {
    const returnUrl = `${config.publicUrl}/identity/${sessionId}`
    const made = await ekyc.create({ reference: begun.reference, returnUrl, claimed: begun.claimed })
    const of = { sessionId, id: begun.id, customerId: begun.customer }
    const url = await inTransaction(db, (tx) => ready(tx, actor, of, made, tools))
    if (url === undefined) throw refuse('illegal_transition')
    return { url }
  } catch (error) {
    if (!(error instanceof EkycError)) throw error
    log.warn({ check: begun.id, reason: error.message }, 'the identity provider took no check')
    if (!error.temporary) await inTransaction(db, (tx) => refused(tx, actor, sessionId, begun.id))
    throw refuse('identity_provider_down')
  }
}

async function begin(
  tx: Tx,
  actor: CustomerActor,
  sessionId: number,
  version: number,
  tools: StartTools,
): Promise<Begun> {
  const { subject, row, reviews } = await editableSession(tx, actor, sessionId)
  await requireVersion(tx, row, version)
  refuseUnsuitable(subject, actor.at, tools)
  if (row.provider === '') throw refuse('identity_provider_not_offered')
  const companies = reviews.map(({ company_id }) => company_id)
  const claimed = claimedOf(subject, tools)
  const last = await lastCheck(tx, sessionId)
  if (last?.closed_at === null) {
    const known = { id: last.id, customer: subject.id, reference: last.reference, claimed }
    await tx.updateTable('identity_check').set({ company_ids: companies }).where('id', '=', last.id).execute()
    // The provider may have taken it although its response was lost: the same reference returns the same check.
    if (last.state === 'creating') return { ...known, url: undefined }
    const isUsable = last.url_expires_at !== null && new Date(last.url_expires_at) > actor.at
    if (last.url_enc && isUsable)
      return { ...known, url: tools.keys.field.decrypt(last.url_enc, urlPlace, last.id) }
    await endCheck(tx, actor, sessionId, 'expired')
    if (last.provider_id) await cancelAtProvider(tx, last.id)
  }
  const at = actor.at.toISOString()
  const reference = randomBytes(24).toString('base64url')
  const { id } = await tx
    .insertInto('identity_check')
    .values({
      session_id: sessionId,
      reference,
      state: 'creating',
      company_ids: companies,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touchSession(tx, actor, sessionId)
  return { id, customer: subject.id, reference, claimed, url: undefined }
}

function claimedOf(subject: Subject, tools: Pick<Tools, 'keys'>): Claimed {
  return {
    name: subject.name,
    name_kana: subject.name_kana,
    birth: birthdayOf(subject, tools) ?? '',
    address: [subject.prefecture, subject.city, subject.address1, subject.address2].join(''),
  }
}

/** The customer may have stopped meanwhile, or the provider's message was faster than its response. */
async function ready(
  tx: Tx,
  actor: CustomerActor,
  { sessionId, id, customerId }: { sessionId: number; id: number; customerId: number },
  made: Awaited<ReturnType<Ekyc['create']>>,
  { keys }: StartTools,
): Promise<string | undefined> {
  await lockedSubject(tx, customerId)
  const check = await checkRow(tx, id)
  if (!check) return undefined
  const isOver = check.closed_at !== null
  await tx
    .updateTable('identity_check')
    .set({
      provider_id: made.id,
      ...(isOver
        ? {}
        : {
            state: check.state === 'creating' ? 'ready' : check.state,
            url_enc: keys.field.encrypt(made.url, urlPlace, id),
            url_expires_at: made.expires_at,
            updated_at: actor.at.toISOString(),
          }),
    })
    .where('id', '=', id)
    .execute()
  await touchSession(tx, actor, sessionId)
  if (!isOver) return made.url
  await cancelAtProvider(tx, id)
  return undefined
}

/** It would refuse the same again: the next attempt is another check. */
async function refused(tx: Tx, actor: CustomerActor, sessionId: number, id: number): Promise<void> {
  await editableSession(tx, actor, sessionId)
  const last = await lastCheck(tx, sessionId)
  if (last?.id === id && last.state === 'creating') await endCheck(tx, actor, sessionId, 'failed')
}

/** Repeats and other orders do no harm: the job reads the result at the provider. */
export async function takeProviderNews(
  db: Db,
  { id, reference }: { id: string; reference: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const known = await tx
      .updateTable('identity_check')
      // Known here before the response to `create` when the provider is fast.
      .set((row) => ({ provider_id: row.fn.coalesce('provider_id', row.val(id)) }))
      .where('reference', '=', reference)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (known) await readAtProvider(tx, known.id)
  })
}
