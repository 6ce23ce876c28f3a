import { slotsOf } from '#contract/identity-paper'
import { type SystemActor, systemActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { EkycError, meaningOf, type Verification } from '#server/platform/ekyc'
import { reencodeImage } from '#server/platform/image'
import type { Tools } from '#server/platform/tools'
import { type SealedPicture, storeSealed } from './capture.service.ts'
import { apply, fail, type Open, type ReadTools, withOpen } from './check.apply.ts'
import { type CheckRow, cancelAtProvider, checkRow, endCheck } from './check.queries.ts'
import { documentOfResult } from './check.result.ts'
import { givenUpAt, overdueAt } from './session.rules.ts'
import { touchSession } from './session.service.ts'

/** Repeatable: what the provider says is read anew, and a decided check stays as it is. */
export async function readCheck(db: Db, checkId: number, tools: ReadTools): Promise<void> {
  const { ekyc, log } = tools
  const check = await checkRow(db, checkId)
  if (!ekyc || !check?.provider_id || check.closed_at !== null) return
  const actor = systemActor(tools.clock.now())
  let found: Verification
  let pictures: SealedPicture[]
  try {
    found = await ekyc.read(check.provider_id)
    if (found.id !== check.provider_id || found.reference !== check.reference)
      throw new EkycError('the identity provider returned another check', false)
    pictures = meaningOf(found.status) === 'approved' ? await evidence(db, check, found, actor, tools) : []
  } catch (error) {
    if (!(error instanceof EkycError)) throw error
    const isGivenUp = isPast(givenUpAt(check), actor.at)
    if (error.temporary && !isGivenUp) throw error
    log.warn({ check: checkId, reason: error.message }, 'the result of an identity check cannot be used')
    await withOpen(db, checkId, (tx, open) =>
      error.temporary ? endOverdue(tx, actor, open, check) : fail(tx, actor, open),
    )
    return
  }
  await withOpen(db, checkId, (tx, open) => apply(tx, actor, open, found, pictures, tools))
  if (isPast(overdueAt(check), actor.at))
    await withOpen(db, checkId, (tx, open) => endOverdue(tx, actor, open, check))
}

const isPast = (limit: Date | null, at: Date): boolean => limit !== null && limit <= at

/** Of no effect when the provider, asked once more, had news. */
async function endOverdue(
  tx: Tx,
  actor: SystemActor,
  open: Open,
  { state }: Pick<CheckRow, 'state'>,
): Promise<void> {
  const { check, session } = open
  if (check.state !== state) return
  await cancelAtProvider(tx, check.id)
  if (state === 'submitted') return fail(tx, actor, open)
  await endCheck(tx, actor, session.id, 'expired')
  await touchSession(tx, actor, session.id)
}

/** The pictures that the law asks to keep are fetched before anything is recorded. */
async function evidence(
  db: Db,
  check: CheckRow,
  { id, result }: Verification,
  actor: SystemActor,
  tools: ReadTools,
): Promise<SealedPicture[]> {
  const document = result && documentOfResult(result)
  if (!result || !document || !tools.ekyc) return []
  const slots = slotsOf(document).filter((slot) => result.images.includes(slot))
  const pictures: SealedPicture[] = []
  for (const slot of slots) {
    const picture = await reencodeImage(await tools.ekyc.image(id, slot), { maxEdge: 2000 })
    if ('refused' in picture)
      throw new EkycError('the identity provider sent a picture that cannot be read', false)
    pictures.push(await storeSealed(db, { session: check.session_id, slot, picture }, actor.at, tools))
  }
  return pictures
}

/** A check that is over at the provider, or unknown there, needs no canceling. */
export async function cancelCheck(
  db: Db,
  checkId: number,
  { ekyc, log }: Pick<Tools, 'ekyc' | 'log'>,
): Promise<void> {
  const check = await checkRow(db, checkId)
  if (!ekyc || !check?.provider_id) return
  try {
    await ekyc.cancel(check.provider_id)
  } catch (error) {
    if (!(error instanceof EkycError) || error.temporary) throw error
    log.info({ check: checkId, reason: error.message }, 'nothing was canceled at the identity provider')
  }
}
