import { requestStageOf, requestStationLabel } from '#contract/lifecycle'
import { waitingQuestions } from '#server/domains/assessment/assessment.question'
import { waitingDiscrepancies } from '#server/domains/custody/discrepancy.service'
import { waitingReviews } from '#server/domains/identity/review.service'
import { waitingHits } from '#server/domains/stolen-notice/match.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { sharedRuns } from '#server/platform/shared-run'
import { waitingKits } from './purchase-request.kit-sending.ts'
import { freeAssessor, promisedBoxes } from './purchase-request.promised.ts'
import {
  countByStation,
  countRequests,
  listRequests,
  openObjections,
} from './purchase-request-list.queries.ts'

const mostShown = 50

/** Arrivals due today are part of what is on its way. */
const tiles = [
  'shipping',
  'arriving',
  'assessing',
  'to_publish',
  'second_look',
  'answered',
  'returning',
] as const

/** The menu and the board of everybody at work ask for it: those who see the same shops share a run. */
export function today(db: Db, actor: BusinessActor, shop: number | undefined) {
  const share = boards.get(db) ?? sharedRuns<Board>()
  boards.set(db, share)
  const seen = [actor.company_id, actor.shop_ids?.toSorted((a, b) => a - b) ?? 'all', shop ?? 'all']
  return share(seen.join('|'), () => boardOf(db, actor, shop))
}

type Board = Awaited<ReturnType<typeof boardOf>>
const boards = new WeakMap<Db, ReturnType<typeof sharedRuns<Board>>>()

/** Lists are limited, counts are not. */
async function boardOf(db: Db, actor: BusinessActor, shop: number | undefined) {
  const only = shop === undefined ? {} : { shop }
  const window = { limit: mostShown, offset: 0 }
  const [
    stations,
    arrivals,
    kits,
    questions,
    identity,
    notices,
    discrepancies,
    late,
    objected,
    arriving,
    promised,
  ] = await Promise.all([
    countByStation(db, actor, shop),
    countRequests(db, actor, { ...only, view: 'arriving' }),
    waitingKits(db, actor, shop),
    waitingQuestions(db, actor, shop),
    waitingReviews(db, actor, shop),
    waitingHits(db, actor, shop),
    waitingDiscrepancies(db, actor, shop),
    listRequests(db, actor, { ...only, view: 'late', ordering: 'status_changed_at' }, window),
    listRequests(db, actor, { ...only, view: 'objected', ordering: 'id' }, window),
    listRequests(db, actor, { ...only, view: 'arriving', ordering: 'pickup_date' }, window),
    promisedBoxes(db, actor, shop),
  ])
  const [next] = promised.boxes
  const objections = await openObjections(
    db,
    objected.map(({ id }) => id),
  )
  return {
    stations: [
      ...tiles.map((key) =>
        key === 'arriving'
          ? { key, label: '今日届く', count: arrivals, late: 0 }
          : { key, label: requestStationLabel[key], ...(stations.get(key) ?? { count: 0, late: 0 }) },
      ),
      { key: 'kits', label: '段ボールの発送', ...kits },
      { key: 'questions', label: 'ご質問', ...questions },
      { key: 'identity', label: '本人確認', ...identity },
      { key: 'notices', label: '品触れの該当', ...notices },
      { key: 'discrepancies', label: '点数の不一致', count: discrepancies, late: 0 },
    ],
    late: late.map((row) => ({ ...row, late_reason: requestStageOf(row.status)?.due?.reason ?? '' })),
    // May have been answered in between.
    objected: objected
      .flatMap((row) => {
        const words = objections.get(row.id)
        return words ? [{ ...row, ...words }] : []
      })
      .toSorted((a, b) => a.objected_at.localeCompare(b.objected_at)),
    arriving,
    promised,
    free: next && next.assessor === null ? await freeAssessor(db, actor, next.shop) : null,
  }
}
