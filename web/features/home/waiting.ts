import { requestStatus } from '#contract/codes'
import { formatDateJa, tokyoDate } from '#contract/day'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import type { transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'
import type { ChipTone } from '#web/ui/status-chip.tsx'

type Row = AskResult<typeof purchaseRequestCalls.list>['results'][number]
type Balance = AskResult<typeof transferCalls.balance>

export type Waiting = {
  key: string
  title: string
  body: string
  button: string
  to: '/requests/$id/result' | '/requests/$id' | '/profile' | '/profile/bank-account' | '/balance'
  id?: string
}

function ofRequest(row: Row): Waiting | undefined {
  const id = String(row.id)
  if (row.status === requestStatus.OFFERED) {
    const until = row.offerExpiresAt ? `${formatDateJa(tokyoDate(row.offerExpiresAt))}までに` : ''
    const total = row.offerTotal === null ? '' : `${formatYen(row.offerTotal)}です。`
    return {
      key: `offer-${id}`,
      title: '査定が終わりました',
      body: `${row.shopName} 申し込み ${id}、${total}${until}、売るものと返してもらうものをお選びください。`,
      button: '査定結果を見る',
      to: '/requests/$id/result',
      id,
    }
  }
  if (row.status !== requestStatus.AWAITING_SHIPMENT && row.status !== requestStatus.APPLIED) return undefined
  const pickup = row.pickupDate ? `${formatDateJa(row.pickupDate)}に運送会社が伺います。` : ''
  return {
    key: `send-${id}`,
    title: '箱の準備をお願いします',
    body: `${row.shopName} 申し込み ${id}。${pickup}それまでに箱へお詰めください。`,
    button: '送り方を確かめる',
    to: '/requests/$id',
    id,
  }
}

/** What only the customer can do next, the most pressing first. */
export function waitingFor(known: {
  rows: readonly Row[]
  profileComplete: boolean | undefined
  balance: Balance | undefined
}): Waiting[] {
  const { rows, profileComplete, balance } = known
  const offers = rows.flatMap((row) => ofRequest(row) ?? [])
  const found: Waiting[] = [
    ...offers.filter(({ key }) => key.startsWith('offer')),
    ...offers.filter(({ key }) => key.startsWith('send')),
  ]
  if (balance && balance.bouncedCount > 0 && balance.balance > 0 && balance.lastBounceReason) {
    found.unshift({
      key: 'bounced',
      title: '振込先をご確認ください',
      body: `お振込みができませんでした(${balance.lastBounceReason})。残高はそのままです。口座を直すと、もう一度お振込みできます。`,
      button: '口座を確かめる',
      to: '/profile/bank-account',
    })
  }
  if (balance?.isTransferExpired) {
    found.push({
      key: 'expired',
      title: '残高をお受け取りください',
      body: 'お支払いの期限を過ぎていますが、残高はなくなりません。期限後のお手続きで全額をお受け取りいただけます。',
      button: '残高を見る',
      to: '/balance',
    })
  }
  if (profileComplete === false) {
    found.push({
      key: 'profile',
      title: 'お客さま情報をご登録ください',
      body: 'お申し込みには、ご住所・生年月日・ご職業が必要です。3分ほどで終わります。',
      button: '情報を登録する',
      to: '/profile',
    })
  }
  return found
}

/** The colour beside a state: whose turn it is, done, or just under way. */
export function chipToneOf(status: number): ChipTone {
  if (status === requestStatus.OFFERED) return 'wait'
  if (status === requestStatus.CONTRACTED || status === requestStatus.COMPLETED) return 'ok'
  const over: readonly number[] = [requestStatus.CANCELED, requestStatus.RETURNED, requestStatus.ABORTED]
  return over.includes(status) ? 'gray' : 'plain'
}
