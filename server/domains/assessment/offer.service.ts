import type { Tx } from '#server/platform/db'

export async function withdrawOffer(tx: Tx, actor: { at: Date }, requestId: number): Promise<void> {
  await tx
    .updateTable('offer')
    .set({ withdrawn_at: actor.at.toISOString() })
    .where('request_id', '=', requestId)
    .where('withdrawn_at', 'is', null)
    .execute()
}
