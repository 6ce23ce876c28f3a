import { tokyoDateTime } from '#contract/day'
import type { Actor, BusinessActor } from '#server/platform/actor'
import { type Db, useLongLimits } from '#server/platform/db'
import { type Listed, type Paged, paginate } from '#server/platform/paging'
import type { Tools } from '#server/platform/tools'
import { recordRead } from '../activity/activity.service.ts'
import { countProofs, insertProof, listProofs } from './book.queries.ts'
import { judgeChecks } from './book.rules.ts'
import { proofRows } from './proof.queries.ts'

export function proofs(db: Db, query: Paged): Promise<Listed<Proof>> {
  return paginate(
    query,
    () => countProofs(db),
    (window) => listProofs(db, window),
  )
}

export type Proof = Awaited<ReturnType<typeof listProofs>>[number]

/** Checks the book in one snapshot and stores the result; logs a failure as an error. */
export async function prove(db: Db, actor: Actor, tools: Pick<Tools, 'log'>): Promise<Proof> {
  const proof = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await useLongLimits(tx)
      const { entry_count, rows } = await proofRows(tx)
      const { is_ok, checks } = judgeChecks(rows)
      const made_at = tokyoDateTime(actor.at)
      const id = await insertProof(tx, { made_at, is_ok, entry_count, checks })
      return { id, made_at, is_ok, entry_count, checks }
    })
  if (!proof.is_ok) proofFailed(proof, tools)
  return proof
}

export async function proveNow(db: Db, actor: BusinessActor, tools: Pick<Tools, 'log'>): Promise<Proof> {
  const proof = await prove(db, actor, tools)
  await recordRead(db, actor, {
    action: 'book.prove',
    object_type: 'book_proof',
    object_id: proof.id,
    detail: { is_ok: proof.is_ok },
  })
  return proof
}

function proofFailed(proof: Proof, tools: Pick<Tools, 'log'>): void {
  const failed = proof.checks.filter((check) => !check.is_ok)
  tools.log.error({ proof: proof.id, failed }, 'the proof of the books failed')
}
