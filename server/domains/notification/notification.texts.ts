// Mails are read in public: no names of other people and no account numbers. Requests: `request.texts.ts`.
import { carrierLabel, labelOf } from '#contract/codes'
import { formatDateJa, formatDateTimeJa, tokyoDate } from '#contract/day'
import type { MessageKind } from '#contract/message-kind'
import { formatYen } from '#contract/text'

export interface Message {
  kind: MessageKind
  title: string
  body: string
  link: string
  /** False: only in the inbox. */
  mail: boolean
}

/** `12月1日(火)` for an instant or a date. */
export function dayJa(when: string): string {
  const date = when.length === 10 ? when : tokyoDate(new Date(when))
  return formatDateJa(date).replace(/^\d+年/, '')
}

/** The slip that goods were sent with; blank without a number. */
export const slipText = (carrier: string | null, number: string): string =>
  carrier && number ? `${labelOf(carrierLabel, carrier)}、送り状番号 ${number} です。` : ''

export const timeJa = (instant: string): string => formatDateTimeJa(instant).replace(/^\d+年/, '')

export interface TransferNews {
  amount: number
  scheduled_on: string
  kind: string
  settled_at: string | null
  failed_reason: string
  /** Otherwise it could not even be sent. */
  is_by_bank: boolean
  /** Part of the returned money that paid a receivable. */
  set_off: number
  has_left: boolean
}

export function transferMessage(
  transfer: TransferNews,
  what: 'requested' | 'checked' | 'paid' | 'bounced' | 'returned',
): Message {
  const amount = formatYen(transfer.amount)
  const link = '/balance'
  if (what === 'requested') {
    if (transfer.kind === 'special') return specialRequestedMessage(amount)
    const how = transfer.kind === 'automatic' ? '自動の' : ''
    return {
      kind: 'deal',
      title: 'お振込みの手続きを始めました',
      body: `${how}お振込み ${amount} の手続きを始めました。${dayJa(transfer.scheduled_on)}に、ご登録の口座へお振込みする予定です。お手続きは必要ありません。`,
      link,
      mail: true,
    }
  }
  if (what === 'checked') {
    return {
      kind: 'deal',
      title: 'お振込みの日が決まりました',
      body: `期限後のお支払い ${amount} の確認が終わりました。${dayJa(transfer.scheduled_on)}に、ご登録の口座へお振込みする予定です。お手続きは必要ありません。`,
      link,
      mail: true,
    }
  }
  if (what === 'paid') {
    return {
      kind: 'deal',
      title: 'お振込みしました',
      body: `${amount} をご登録の口座へお振込みしました。手数料はいただいていません。`,
      link,
      mail: true,
    }
  }
  return backMessage(transfer, what)
}

const specialRequestedMessage = (amount: string): Message => ({
  kind: 'deal',
  title: '期限後のお支払いのご依頼を受け付けました',
  body: `${amount} の期限後のお支払いを受け付けました。運営の担当者2人が内容を確認してから、ご登録の口座へお振込みします。お振込みの日は、決まりしだいお知らせします。お手続きは必要ありません。`,
  link: '/balance',
  mail: true,
})

/** What was paid once is no longer expired. */
const againText = (kind: string, what: 'bounced' | 'returned'): string =>
  kind === 'special' && what === 'bounced'
    ? '期限後のお支払いをもう一度ご依頼ください。'
    : 'お振込みをもう一度ご依頼ください。'

/** Not payable, or sent back by the bank after the payment. */
function backMessage(transfer: TransferNews, what: 'bounced' | 'returned'): Message {
  const amount = formatYen(transfer.amount)
  const from = transfer.is_by_bank ? '銀行からの理由' : '理由'
  const why = transfer.failed_reason === '' ? '' : `${from}は「${transfer.failed_reason}」です。`
  const kept =
    transfer.set_off > 0
      ? `このうち ${formatYen(transfer.set_off)} は、売却を取り消したお品物の返金分として差し引きました。`
      : ''
  const happened =
    what === 'returned'
      ? `お振込みした ${amount} が、銀行から戻ってきました。`
      : `${amount} のお振込みができませんでした。`
  if (transfer.has_left) {
    return {
      kind: 'deal',
      title: 'お振込みした代金が銀行から戻りました',
      body: `${happened}${why}${kept}お受け取りの方法をご案内しますので、お問い合わせ窓口へご連絡ください。手数料はいただきません。`,
      link: '/contact',
      mail: true,
    }
  }
  return {
    kind: 'deal',
    title: '振込先の口座をご確認ください',
    body: `${happened}${why}代金は残高に戻しました。${kept}手数料はいただきません。口座をご確認のうえ、${againText(transfer.kind, what)}`,
    link: '/profile/bank-account',
    mail: true,
  }
}

export function transferExpiredMessage(balance: number): Message {
  return {
    kind: 'deal',
    title: '残高をお受け取りください',
    body: `お受け取りいただいていない残高が ${formatYen(balance)} あります。なくなることはありません。振込先の口座をご確認のうえ、「期限後のお支払い」をご依頼ください。運営の担当者2人が確認してから、全額をお振込みします。`,
    link: '/balance/special-withdrawal',
    mail: true,
  }
}

export interface CorrectionNews {
  kind: string
  amount: number
  note: string
  request: number | null
  dealer: string
}

/** What two people of the operator booked on the customer's balance. */
export function correctionMessage({ kind, amount, note, request, dealer }: CorrectionNews): Message {
  const about = request === null ? '' : `(${dealer}・申し込み ${request})`
  const yen = formatYen(Math.abs(amount))
  const [title, what] =
    kind === 'write_off'
      ? [
          '返金分の差し引きがなくなりました',
          `次の買取代金から差し引く予定だった ${yen} は、いただかないことになりました`,
        ]
      : kind === 'fee'
        ? ['手数料をいただきました', `お振込みが銀行から戻った手数料 ${yen} を、残高から差し引きました`]
        : amount > 0
          ? ['残高を増やしました', `残高に ${yen} を加えました`]
          : ['残高を減らしました', `残高から ${yen} を差し引きました`]
  return {
    kind: 'deal',
    title,
    body: `${what}${about}。理由は「${note}」です。お心当たりのないときは、お問い合わせ窓口へご連絡ください。`,
    link: '/balance',
    mail: true,
  }
}

export function identificationClearedMessage(): Message {
  return {
    kind: 'safety',
    title: '本人確認をもう一度お願いします',
    body: 'ご登録の内容が変わったため、本人確認をもう一度お願いします。終わるまで、新しい契約はお待ちいただきます。残高はこれまでどおりお受け取りいただけます。',
    link: '/profile/identity',
    mail: true,
  }
}

export function bankAccountChangedMessage(at: string, isNew: boolean): Message {
  const what = isNew ? '振込先の口座が登録されました' : '振込先の口座が変わりました'
  return {
    kind: 'safety',
    title: what,
    body: `${timeJa(at)}に、${what}。お心当たりがないときは、すぐにパスワードを変更し、お問い合わせ窓口へご連絡ください。`,
    link: '/profile/bank-account',
    mail: true,
  }
}

export function lineLinkedMessage(at: string): Message {
  return {
    kind: 'safety',
    title: 'LINEと連携しました',
    body: `${timeJa(at)}に、LINEと連携しました。これから、お取引の進み具合をLINEでもお送りします。お心当たりがないときは、連携を解除し、パスワードを変更してください。`,
    link: '/settings/notifications',
    mail: true,
  }
}
