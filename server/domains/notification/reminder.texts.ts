import { carrierLabel, labelOf, pickupTimeSlotLabel } from '#contract/codes'
import { formatYen } from '#contract/text'
import { dayJa, type Message } from './notification.texts.ts'
import type { RequestNews } from './request.texts.ts'

export function pickupTomorrowMessage(request: RequestNews): Message {
  const when = request.pickup_date
    ? `${dayJa(request.pickup_date)}の${labelOf(pickupTimeSlotLabel, request.pickup_time_slot)}に`
    : 'あした、'
  return {
    kind: 'progress',
    title: 'あした、集荷に伺います',
    body: `${when}、${labelOf(carrierLabel, request.carrier ?? 'YAMATO')}が集荷に伺います。お品物を箱に入れて、お待ちください。日時の変更は、きょう中にお申し込みの画面からお願いします。`,
    link: `/requests/${request.id}`,
    mail: true,
  }
}

const daysToIdentify = 30
const day = 86_400_000

export function identityMissingMessage(request: RequestNews, answeredAt: string): Message {
  const until = dayJa(new Date(Date.parse(answeredAt) + daysToIdentify * day).toISOString())
  return {
    kind: 'reminder',
    title: '本人確認がまだ済んでいません',
    body: `${request.shop_name}の査定結果にお返事をいただき、ありがとうございます。契約には本人確認が必要です。終わると、代金を残高に入れます。${until}までに終わらないときは、売却せずにお返しします。`,
    link: '/profile/identity',
    mail: true,
  }
}

export function bankAccountMissingMessage(balance: number): Message {
  return {
    kind: 'reminder',
    title: '振込先の口座をご登録ください',
    body: `残高が ${formatYen(balance)} あります。振込先の口座をご登録いただくと、お振込みをご依頼いただけます。手数料はかかりません。`,
    link: '/profile/bank-account',
    mail: true,
  }
}

export function bouncedMessage(balance: number): Message {
  return {
    kind: 'reminder',
    title: '代金をまだお振込みできていません',
    body: `前回のお振込みができなかったため、${formatYen(balance)} が残高にあります。口座番号と名義(カナ)をご確認のうえ、残高の画面からもう一度ご依頼ください。手数料はいただきません。`,
    link: '/profile/bank-account',
    mail: true,
  }
}
