import { carrierLabel, labelOf, pickupTimeSlotLabel } from '#contract/codes'
import { formatYen } from '#contract/text'
import { usualCarrier } from '#contract/tracking-number'
import { notHere } from './box.texts.ts'
import { dayJa, type Message } from './notification.texts.ts'
import { noReply, type RequestNews, unlessIdentified, wayToIdentify } from './request.texts.ts'

export function pickupTomorrowMessage(request: RequestNews): Message {
  const when = request.pickup_date
    ? `${dayJa(request.pickup_date)}の${labelOf(pickupTimeSlotLabel, request.pickup_time_slot)}に`
    : 'あした、'
  if (request.kit?.sent_at === null) {
    return {
      kind: 'progress',
      title: 'あしたの集荷の前に、段ボールをお届けできません',
      body: `${when}集荷に伺う予定ですが、段ボールをまだお送りできていません。申し訳ありません。お手持ちの箱をお使いいただくか、きょう中にお申し込みの画面から集荷日を変更してください。`,
      link: `/requests/${request.id}`,
      mail: true,
    }
  }
  return {
    kind: 'progress',
    title: 'あした、集荷に伺います',
    body: `${when}、${labelOf(carrierLabel, request.carrier ?? usualCarrier)}が集荷に伺います。お品物を箱に入れて、お待ちください。日時の変更は、きょう中にお申し込みの画面からお願いします。`,
    link: `/requests/${request.id}`,
    mail: true,
  }
}

export function identityMissingMessage(request: RequestNews, answeredAt: string): Message {
  return {
    kind: 'reminder',
    title: '本人確認がまだ済んでいません',
    body: `${request.shop_name}の査定結果にお返事をいただき、ありがとうございます。契約には本人確認が必要です。終わると、代金を残高に入れます。${wayToIdentify(request)}${unlessIdentified(answeredAt)}`,
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

export type Reminder = 'offer' | 'unsent' | 'not_arrived'

export function reminderMessage(request: RequestNews, kind: Reminder, bookedUntil: string): Message {
  const link = `/requests/${request.id}`
  if (kind === 'unsent') {
    const pickup =
      request.delivering_option === 'PICKUP_ONLY'
        ? '集荷の予定日を過ぎましたが、'
        : `${request.shop_name}への`
    const missed =
      request.delivering_option === 'PICKUP_ONLY'
        ? `集荷に伺えていないときは、${request.shop_name}へご連絡ください。`
        : ''
    return {
      kind: 'reminder',
      title: 'お荷物の発送をお待ちしています',
      body: `${pickup}お荷物の発送が、まだ確認できていません。${missed}${dayJa(bookedUntil)}までに発送がないときは、お申し込みを取り消します。また、いつでもお申し込みいただけます。`,
      link,
      mail: true,
    }
  }
  if (kind === 'not_arrived') {
    return {
      kind: 'reminder',
      title: 'お荷物の到着を確認しています',
      body: `発送から1週間になりますが、${request.shop_name}に${notHere(request)}がまだ届いていません。お店でも運送会社に確かめます。お手元に送り状の控えがあれば、配達状況をご確認のうえ、${request.shop_name}へご連絡ください。`,
      link,
      mail: true,
    }
  }
  const until = request.offer_expires_at ? `${dayJa(request.offer_expires_at)}までに` : ''
  const result =
    request.priced === 0
      ? '査定の結果が出ています。'
      : `査定の結果は、${request.priced}点で ${formatYen(request.offer_total ?? 0)} です。`
  return {
    kind: 'reminder',
    title: '査定結果へのお返事をお待ちしています',
    body: `${result}${until}お選びください。${noReply}`,
    link: `/requests/${request.id}/result`,
    mail: true,
  }
}
