import { itemStatus, requestStatus as S } from '#contract/codes'
import { shortDate, shortDateTime } from '#web/lib/dates.ts'
import type { ChipTone } from '#web/ui/status-chip.tsx'

export type Actor = 'お客さま' | 'お店' | '運送会社'

export interface NextStep {
  /** Who acts next; nobody once it is over. */
  who: Actor | null
  what: string
  /** The headline where nobody acts next. */
  done?: string
}

export interface Journey {
  status: number
  deliveringOption: string
  pickupDate: string | null
  offerExpiresAt: string | null
  /** Items sold and not rescinded. */
  agreed?: { count: number } | null
  /** Only where one request is shown whole. */
  whatBlocksContract?: readonly string[]
  returnTrackingNumber?: string
  items?: readonly { status: number }[]
}

const toSend = ({ deliveringOption, pickupDate }: Journey): NextStep =>
  deliveringOption === 'PICKUP_ONLY'
    ? {
        who: 'お客さま',
        what: pickupDate
          ? `${shortDate(pickupDate)}の集荷で、箱をお渡しください。`
          : '集荷で、箱をお渡しください。',
      }
    : { who: 'お客さま', what: '箱を着払いでお送りください。' }

const answered = ({ whatBlocksContract = [] }: Journey): NextStep =>
  whatBlocksContract.some((line) => line.includes('本人確認'))
    ? { who: 'お店', what: '本人確認の方法を、お店からご案内します。終わると契約に進みます。' }
    : { who: 'お店', what: 'お返事をお受けしました。契約の手続きをしています。' }

/** Only what goes back is still to be done; a list does not know of it. */
const contracted = ({ agreed, items = [] }: Journey): NextStep => {
  const goesBack = items.some(({ status }) => status === itemStatus.RETURN_REQUESTED)
  if (agreed?.count === 0) {
    return goesBack
      ? { who: 'お店', what: '売却を取り消しました。お品物を発送する準備をしています。' }
      : { who: null, done: '売却を取り消しました', what: '代金は残高から差し引きました。' }
  }
  return goesBack
    ? {
        who: 'お店',
        what: '買取が成立し、代金は残高に入りました。お返しする品を発送する準備をしています。',
      }
    : { who: null, done: '買取が成立しました', what: '代金は残高に入りました。' }
}

const steps: Readonly<Record<number, (journey: Journey) => NextStep>> = {
  [S.APPLIED]: toSend,
  [S.AWAITING_SHIPMENT]: toSend,
  [S.IN_TRANSIT]: () => ({ who: '運送会社', what: '箱がお店に向かっています。' }),
  [S.ARRIVED]: () => ({ who: 'お店', what: '箱が届きました。査定の順番をお待ちください。' }),
  [S.ASSESSING]: () => ({ who: 'お店', what: '1点ずつ査定しています。' }),
  [S.OFFERED]: ({ offerExpiresAt }) => ({
    who: 'お客さま',
    what: offerExpiresAt
      ? `査定結果をご覧になり、${shortDateTime(offerExpiresAt)}までにお返事ください。`
      : '査定結果をご覧になり、お返事ください。',
  }),
  [S.REASSESSING]: () => ({ who: 'お店', what: 'もう一度査定しています。お返事の期限は止まっています。' }),
  [S.ANSWERED]: answered,
  [S.CONTRACTED]: contracted,
  [S.RETURNING]: ({ returnTrackingNumber }) =>
    returnTrackingNumber
      ? { who: '運送会社', what: 'お返しする品がお客さまに向かっています。' }
      : { who: 'お店', what: 'お返しする品を発送する準備をしています。' },
  [S.COMPLETED]: ({ agreed }) =>
    agreed?.count === 0
      ? { who: null, done: '売却を取り消しました', what: 'お取引は終わりました。' }
      : { who: null, what: '買取が完了しました。ありがとうございました。' },
  [S.RETURNED]: () => ({ who: null, what: '売却はなく、お取引は終わりました。' }),
  [S.CANCELED]: () => ({ who: null, what: 'この申し込みは取り消されました。' }),
  [S.ABORTED]: () => ({ who: null, what: 'このお取引は中止になりました。' }),
}

/** What happens next and whose turn it is. */
export const nextOf = (journey: Journey): NextStep =>
  steps[journey.status]?.(journey) ?? { who: 'お店', what: '手続きをしています。' }

export const turnText = ({ who, done = '終わりました' }: NextStep): string =>
  who ? `次は${who}の番です` : done

export function toneOf(status: number): ChipTone {
  if (status === S.OFFERED) return 'wait'
  if (status === S.CONTRACTED || status === S.COMPLETED) return 'ok'
  const over: readonly number[] = [S.CANCELED, S.RETURNED, S.ABORTED]
  return over.includes(status) ? 'gray' : 'plain'
}
