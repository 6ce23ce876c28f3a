import { type DealBlocker, dealBlockerText, isFinalBlocker } from '#contract/deal-blocker'
import type { Tone } from '#contract/lifecycle'
import { itemStatus, requestStageOf, requestStatus as S, type Turn } from '#contract/lifecycle'
import { shortDate, shortDateTime } from '#web/lib/dates.ts'

const turnName = { customer: 'お客さま', shop: 'お店', carrier: '運送会社' } as const satisfies Record<
  Turn,
  string
>

export interface NextStep {
  /** Null once the request is over. */
  turn: Turn | null
  what: string
  done?: string
}

/** `turn` only overrides the one of the status. */
type Step = Omit<NextStep, 'turn'> & { turn?: Turn }

export interface Journey {
  status: number
  deliveringOption: string
  pickupDate: string | null
  boxCount: number
  arrivedBoxCount: number
  offerExpiresAt: string | null
  agreed?: { count: number } | null
  /** Not in lists. */
  dealBlockers?: readonly DealBlocker[]
  kit?: { state: string; expectedOn: string } | null
  returnTrackingNumber?: string
  items?: readonly { status: number }[]
}

const toSend = (journey: Journey): Step => {
  const { kit } = journey
  if (kit?.state === 'waiting')
    return {
      turn: 'shop',
      what: `お店から段ボールをお送りします。${shortDate(kit.expectedOn)}ごろに届きます。`,
    }
  const { what } = toHandOver(journey)
  return kit?.state === 'sent'
    ? { what: `段ボールは${shortDate(kit.expectedOn)}ごろに届きます。お品物を入れて、${what}` }
    : { what }
}

const toHandOver = ({ deliveringOption, pickupDate }: Journey): Step =>
  deliveringOption === 'PICKUP_ONLY'
    ? {
        what: pickupDate
          ? `${shortDate(pickupDate)}の集荷で、箱をお渡しください。`
          : '集荷で、箱をお渡しください。',
      }
    : { what: '箱を着払いでお送りください。' }

const answered = ({ dealBlockers = [] }: Journey): Step => {
  const final = dealBlockers.find(isFinalBlocker)
  if (final) return { what: dealBlockerText[final] }
  if (dealBlockers.includes('identity_in_review')) return { what: dealBlockerText.identity_in_review }
  return dealBlockers.includes('not_identified')
    ? {
        turn: 'customer',
        what: '本人確認が終わると、すぐ契約に進みます。まだの方は、下のボタンからお進みください。',
      }
    : { what: 'お返事をお受けしました。契約の手続きをしています。' }
}

/** Lists have no items, so they never show a pending return. */
const contracted = ({ agreed, items = [] }: Journey): Step => {
  const goesBack = items.some(({ status }) => status === itemStatus.RETURN_REQUESTED)
  if (agreed?.count === 0) {
    return goesBack
      ? { turn: 'shop', what: '売却を取り消しました。お品物を発送する準備をしています。' }
      : { done: '売却を取り消しました', what: '代金は残高から差し引きました。' }
  }
  return goesBack
    ? {
        turn: 'shop',
        what: '買取が成立し、代金は残高に入りました。お返しする品を発送する準備をしています。',
      }
    : { done: '買取が成立しました', what: '代金は残高に入りました。' }
}

const steps: Readonly<Record<number, (journey: Journey) => Step | undefined>> = {
  [S.APPLIED]: toSend,
  [S.AWAITING_SHIPMENT]: toSend,
  [S.IN_TRANSIT]: ({ boxCount, arrivedBoxCount }) =>
    arrivedBoxCount > 0
      ? {
          what: `${boxCount}箱のうち${arrivedBoxCount}箱が届きました。残りの${boxCount - arrivedBoxCount}箱が届くと、査定を始めます。`,
        }
      : undefined,
  [S.OFFERED]: ({ offerExpiresAt }) => ({
    turn: 'customer',
    what: offerExpiresAt
      ? `査定結果をご覧になり、${shortDateTime(offerExpiresAt)}までにお返事ください。`
      : '査定結果をご覧になり、お返事ください。',
  }),
  [S.ANSWERED]: answered,
  [S.CONTRACTED]: contracted,
  [S.RETURNING]: ({ returnTrackingNumber }) =>
    returnTrackingNumber
      ? { turn: 'carrier', what: 'お返しする品がお客さまに向かっています。' }
      : { what: 'お返しする品を発送する準備をしています。' },
  [S.COMPLETED]: ({ agreed }) =>
    agreed?.count === 0 ? { done: '売却を取り消しました', what: 'お取引は終わりました。' } : undefined,
}

export const nextOf = (journey: Journey): NextStep => {
  const { turn = null, meaning = '手続きをしています。' } = requestStageOf(journey.status) ?? {}
  return { turn, what: meaning, ...steps[journey.status]?.(journey) }
}

export const turnText = ({ turn, done = '終わりました' }: NextStep): string =>
  turn ? `次は${turnName[turn]}の番です` : done

export const toneOf = (status: number): Tone => requestStageOf(status)?.tone.customer ?? 'plain'
