import { requestStatus as S } from '#contract/codes'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { countByStatus, countRequests, listRequests } from './purchase-request-list.queries.ts'

const stations = [
  ['shipping', '発送待ち・輸送中'],
  ['arriving', '今日届く'],
  ['assessing', '査定'],
  ['to_publish', '確認・公開'],
  ['second_look', '再査定'],
  ['answered', '手続き中'],
  ['returning', '返送'],
] as const

/** Statuses in which a request counts as late at a station. */
const lateOf: Readonly<Record<string, readonly number[]>> = {
  shipping: [S.APPLIED, S.AWAITING_SHIPMENT, S.IN_TRANSIT],
  assessing: [S.ARRIVED, S.ASSESSING, S.REASSESSING],
  second_look: [S.REASSESSING],
  returning: [S.RETURNING],
}
const mostShown = 50

/** What waits at every station of the shops this person works for, and what is late. Lists are cut, counts never. */
export async function today(db: Db, actor: BusinessActor, shop: number | undefined) {
  const only = shop === undefined ? {} : { shop }
  const window = { limit: mostShown, offset: 0 }
  const [counts, lateCounts, late, arriving] = await Promise.all([
    Promise.all(stations.map(([view]) => countRequests(db, actor, { ...only, view }))),
    countByStatus(db, actor, { ...only, view: 'late' }),
    listRequests(db, actor, { ...only, view: 'late', ordering: 'status_changed_at' }, window),
    listRequests(db, actor, { ...only, view: 'arriving', ordering: 'pickup_date' }, window),
  ])
  const lateAt = (station: string) =>
    (lateOf[station] ?? []).reduce((sum, status) => sum + (lateCounts.get(status) ?? 0), 0)
  return {
    stations: stations.map(([key, label], index) => ({
      key,
      label,
      count: counts[index] ?? 0,
      late: lateAt(key),
    })),
    late: late.map((row) => ({ ...row, late_reason: lateReason(row.status) })),
    arriving,
  }
}

function lateReason(status: number): string {
  const reasons: Record<number, string> = {
    0: '申し込みから1日を過ぎても、集荷・発送の手配がまだです',
    1: '集荷の日から3日を過ぎても届いていません',
    2: '発送から5日を過ぎても届いていません',
    3: '到着から2日を過ぎても、査定が始まっていません',
    10: '到着から4日を過ぎました',
    11: 'お返事の期限が1日以内です',
    12: '再査定が長引いています',
    22: '返送の手配から3日を過ぎました',
  }
  return reasons[status] ?? '目安の日を過ぎました'
}
