import { kitSizeLabel, labelOf } from '#contract/codes'
import { dayJa, type Message, slipText } from './notification.texts.ts'
import type { RequestNews } from './request.texts.ts'

/** The cardboard boxes that the shop sends first. */
export interface KitNews {
  size: number
  box_count: number
  expected_on: string
  sent_at: string | null
  carrier: string | null
  tracking_number: string
}

const kitName = ({ size, box_count }: KitNews): string =>
  `段ボール(${labelOf(kitSizeLabel, size)}・${box_count}箱)`

/** With the confirmation of the request. */
export const kitPromised = (kit: KitNews): string =>
  `${kitName(kit)}を、${dayJa(kit.expected_on)}ごろにお届けします。発送したら、お知らせします。`

export function kitCanceled(kit: KitNews): string {
  return kit.sent_at === null
    ? '段ボールはお送りしません。お客さまのお手続きはありません。'
    : 'お届けした段ボールは、お返しいただく必要はありません。そのままお手もとで処分してください。'
}

export function kitSentMessage(request: RequestNews, kit: KitNews): Message {
  return {
    kind: 'progress',
    title: '段ボールを発送しました',
    body: [
      `${request.shop_name}から、${kitName(kit)}を発送しました。`,
      slipText(kit.carrier, kit.tracking_number),
      `お届け予定は${dayJa(kit.expected_on)}です。転送はされません。`,
      ...afterKit(request, kit),
    ].join(''),
    link: `/requests/${request.id}`,
    mail: true,
  }
}

function afterKit(request: RequestNews, kit: KitNews): string[] {
  if (request.delivering_option !== 'PICKUP_ONLY' || !request.pickup_date)
    return ['届いたら、お品物を入れて、同封の着払いの送り状でお送りください。']
  const day = dayJa(request.pickup_date)
  return request.pickup_date > kit.expected_on
    ? [`届いたら、お品物を入れて、${day}の集荷をお待ちください。`]
    : [
        `ご予約の集荷日は${day}のため、それまでに届かないことがあります。お申し込みの画面から、集荷日を${dayJa(kit.expected_on)}より後に変更してください。`,
      ]
}

export function kitTakenBackMessage(request: RequestNews): Message {
  return {
    kind: 'progress',
    title: '段ボールの発送は、これからです',
    body: `「段ボールを発送しました」とお知らせしましたが、手違いで、まだ発送していませんでした。申し訳ありません。${request.shop_name}から発送したら、あらためてお知らせします。お客さまのお手続きはありません。`,
    link: `/requests/${request.id}`,
    mail: true,
  }
}
