import { ekyc } from '#contract/codes'
import { formatDateJa, tokyoDate } from '#contract/day'
import { isFinal, requestStatus } from '#contract/lifecycle'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import type { transferCalls } from '#contract/transfer'
import { identityWay } from '#web/features/identity/shared/identity-way.ts'
import type { AskResult } from '#web/lib/ask.ts'

export type Row = AskResult<typeof purchaseRequestCalls.list>['results'][number]
type Check = AskResult<typeof purchaseRequestCalls.overview>['checks'][number]
type Balance = AskResult<typeof transferCalls.balance>
type BegunRequest = AskResult<typeof purchaseRequestCalls.overview>['draft']

export type Waiting = {
  key: string
  title: string
  body: string
  button: string
  to:
    | '/requests/$id/result'
    | '/requests/$id'
    | '/requests/$id/statement'
    | '/requests/new'
    | '/profile'
    | '/profile/bank-account'
    | '/profile/identity'
    | '/balance/special-withdrawal'
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
  // The shop sends boxes first.
  if (row.kit?.state === 'waiting') return undefined
  const kit = row.kit?.state === 'sent' ? `段ボールは${formatDateJa(row.kit.expectedOn)}ごろに届きます。` : ''
  const sending =
    row.deliveringOption !== 'PICKUP_ONLY'
      ? '箱に詰めて、着払いでお送りください。'
      : row.pickupDate
        ? `${formatDateJa(row.pickupDate)}に運送会社が伺います。それまでに箱へお詰めください。`
        : '集荷までに、箱へお詰めください。'
  return {
    key: `send-${id}`,
    title: '箱の準備をお願いします',
    body: `${row.shopName} 申し込み ${id}。${kit}${sending}`,
    button: '送り方を確かめる',
    to: '/requests/$id',
    id,
  }
}

/** Null while the dealer looks at it: then nothing is left to do. */
function identityWords(
  { ekycStatus, session }: Check,
  isCorporate: boolean,
): { title: string; body: string; button: string } | null {
  if (ekycStatus === ekyc.REFUSED)
    return {
      title: '本人確認で、やり直しのお願いがあります',
      body: '理由をご覧になり、その手順だけもう一度お願いします。',
      button: '理由を見る',
    }
  if (ekycStatus === ekyc.IN_REVIEW) return null
  if (ekycStatus === ekyc.STARTED)
    return session === null
      ? null
      : { title: '本人確認が途中です', body: '続きから進められます。', button: '本人確認を続ける' }
  const { title, effort: body, link: button } = identityWay(isCorporate)
  return { title, body, button }
}

const beforeTheDeal: readonly number[] = [
  requestStatus.APPLIED,
  requestStatus.AWAITING_SHIPMENT,
  requestStatus.OFFERED,
  requestStatus.ANSWERED,
]

const isUrgent = (row: Row): boolean => row.status === requestStatus.ANSWERED

/** Offered from the application on; after the answer the deal waits for nothing else. */
function ofIdentity(row: Row, checks: readonly Check[], isCorporate: boolean): Waiting | undefined {
  const dealer = checks.find(({ shopIds }) => shopIds.includes(row.shop))
  if (!beforeTheDeal.includes(row.status) || !dealer || dealer.ekycStatus === ekyc.APPROVED) return undefined
  const words = identityWords(dealer, isCorporate)
  if (words === null) return undefined
  const why = isUrgent(row)
    ? `申し込み ${row.id}のお返事をお受けしました。本人確認が終わると、すぐ契約が成立します。`
    : '先に済ませると、お返事のあと、そのまま契約に進みます。'
  return {
    key: isUrgent(row) ? `identity-${row.id}` : 'identity',
    title: words.title,
    body: `${isUrgent(row) ? `${row.shopName} ` : ''}${why}${words.body}`,
    button: words.button,
    to: '/profile/identity',
  }
}

/** One card for all requests that only might need it. */
function identityCards(rows: readonly Row[], checks: readonly Check[], isCorporate: boolean): Waiting[] {
  const cards = rows.flatMap((row) => ofIdentity(row, checks, isCorporate) ?? [])
  const urgent = cards.filter(({ key }) => key !== 'identity')
  return urgent.length > 0 ? urgent : cards.slice(0, 1)
}

const byDeadline = (a: Row, b: Row): number =>
  (a.offerExpiresAt ?? '9').localeCompare(b.offerExpiresAt ?? '9') || b.id - a.id

function draftCard(draft: NonNullable<BegunRequest>): Waiting {
  const parts = [draft.shopName, draft.total > 0 ? `品のリスト${draft.total}点` : ''].filter(Boolean)
  const what = parts.length > 0 ? `${parts.join('、')}。` : ''
  return {
    key: 'draft',
    title: '申し込みの下書きがあります',
    body: `${what}${formatDateJa(tokyoDate(draft.updatedAt))}に保存しました。${formatDateJa(tokyoDate(draft.expiresAt))}まで、どの端末からでも続けられます。`,
    button: '続きを入力する',
    to: '/requests/new',
  }
}

const statementCard = (id: number): Waiting => ({
  key: `statement-${id}`,
  title: '仕入明細書のご確認をお願いします',
  body: `申し込み ${id}。インボイスの登録番号をお持ちのため、お店が仕入明細書を作りました。お代金のお支払いは、ご確認を待たずに進みます。`,
  button: '仕入明細書を見る',
  to: '/requests/$id/statement',
  id: String(id),
})

/** What only the customer can do next, most urgent first. */
export function waitingFor(known: {
  draft?: BegunRequest
  rows: readonly Row[]
  checks: readonly Check[]
  statements?: readonly number[]
  profileComplete: boolean | undefined
  isCorporate: boolean
  balance: Balance | undefined
}): Waiting[] {
  const { checks, profileComplete, balance } = known
  const rows = [...known.rows].sort(byDeadline)
  const ofRequests = rows.flatMap((row) => ofRequest(row) ?? [])
  const identity = identityCards(rows, checks, known.isCorporate)
  const found: Waiting[] = [
    ...ofRequests.filter(({ key }) => key.startsWith('offer')),
    ...identity.filter(({ key }) => key !== 'identity'),
    ...ofRequests.filter(({ key }) => key.startsWith('send')),
    ...identity.filter(({ key }) => key === 'identity'),
    ...(known.statements ?? []).map(statementCard),
  ]
  if (balance?.bounce) {
    const { bouncedOn, reason } = balance.bounce
    found.unshift({
      key: 'bounced',
      title: '振込先をご確認ください',
      body: `お振込みができず、${formatDateJa(bouncedOn)}に代金を残高へ戻しました${reason === '' ? '' : `(理由: ${reason})`}。口座をご確認のうえ、お振込みをもう一度ご依頼ください。`,
      button: '口座を確かめる',
      to: '/profile/bank-account',
    })
  }
  if (balance?.obstacle === 'bank_account_missing' && balance.balance > 0) {
    found.push({
      key: 'bank-account',
      title: '振込先の口座をご登録ください',
      body: `残高の${formatYen(balance.balance)}をお振込みするために必要です。ご登録いただくと、すぐにご依頼いただけます。`,
      button: '口座を登録する',
      to: '/profile/bank-account',
    })
  }
  if (balance?.isTransferExpired && balance.balance > 0) {
    found.push({
      key: 'expired',
      title: '残高をお受け取りください',
      body: 'お支払いの期限を過ぎていますが、残高はなくなりません。「期限後のお支払い」で、全額をお受け取りいただけます。',
      button: '期限後のお支払いに進む',
      to: '/balance/special-withdrawal',
    })
  }
  if (known.draft) found.push(draftCard(known.draft))
  // New customers are asked for their profile in the request wizard instead.
  if (profileComplete === false && rows.length > 0) {
    found.push({
      key: 'profile',
      title: 'お客さま情報をご確認ください',
      body: '次のお申し込みには、お名前・フリガナ・生年月日・番地までのご住所・ご職業・電話番号が必要です。',
      button: 'お客さま情報を確かめる',
      to: '/profile',
    })
  }
  return found
}

export const isUnderWay = ({ status }: Pick<Row, 'status'>): boolean => !isFinal(status)
