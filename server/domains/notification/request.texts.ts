import { carrierLabel, labelOf, pickupTimeSlotLabel } from '#contract/codes'
import { requestStatus as S } from '#contract/lifecycle'
import { formatPhone, formatYen } from '#contract/text'
import { usualCarrier } from '#contract/tracking-number'
import { identifyBy, rescissionEnd } from '#server/domains/purchase-request/purchase-request.rules'
import { arrivedText, missingText } from './box.texts.ts'
import { type KitNews, kitCanceled, kitPromised } from './kit.texts.ts'
import { dayJa, type Message, slipText, timeJa } from './notification.texts.ts'

export interface RequestNews {
  id: number
  customer_name: string
  is_corporate: boolean
  shop_name: string
  store_key: string
  delivering_option: string
  carrier: string | null
  pickup_date: string | null
  pickup_time_slot: string | null
  shop_phone: string
  status: number
  kit: KitNews | null
  boxes: readonly { seq: number; arrived_at: string | null }[]
  declared_count: number | null
  arrived_count: number | null
  priced: number
  bought: number
  back: number
  offer_total: number | null
  offered_at: string | null
  is_second_look: boolean
  second_look_answer: string
  offer_expires_at: string | null
  answered_at: string | null
  contracted_at: string | null
  is_invoice_issuer: boolean
  bought_total: number
  /** Part of the price that paid a receivable. */
  set_off: number
  is_verified: boolean
  is_in_review: boolean
  is_auto_accepted: boolean
  auto_transfer: boolean
  has_bank_account: boolean
  return_carrier: string | null
  return_tracking_number: string
  parcel_count: number
  return_cost: number
  abort_reason: string
  promised_on: string | null
}

export interface MoveNews {
  from: number | null
  to: number
  by: 'customer' | 'business' | 'system'
  reason: string
  is_reason_public: boolean
}

const sentence = (text: string): string => `${text.replace(/[。\s]+$/, '')}。`

const because = (reason: string): string => (reason === '' ? '' : `理由: ${sentence(reason)}`)

export const noReply = 'お返事がないときは、売却せずにお返しします。'

export function requestMessage(request: RequestNews, move: MoveNews): Message | null {
  const text = requestText(request, move)
  if (!text) return null
  const { title, mail = true, link = `/requests/${request.id}` } = text
  const kind = beforeAssessment.has(move.to) ? 'progress' : 'deal'
  return { kind, title, body: text.lines.filter((line) => line !== '').join(''), link, mail }
}

const beforeAssessment: ReadonlySet<number> = new Set([
  S.APPLIED,
  S.AWAITING_SHIPMENT,
  S.IN_TRANSIT,
  S.ARRIVED,
])

interface RequestText {
  title: string
  lines: string[]
  mail?: boolean
  link?: string
}

function requestText(request: RequestNews, move: MoveNews): RequestText | null {
  switch (move.to) {
    case S.APPLIED:
      return applied(request)
    case S.AWAITING_SHIPMENT:
      return arranged(request)
    case S.IN_TRANSIT:
      return {
        title: 'お荷物がお店に向かっています',
        lines: ['お荷物が輸送中になりました。', `${request.shop_name}に届きしだい、お知らせします。`],
        mail: false,
      }
    case S.ARRIVED:
      return arrived(request)
    case S.CANCELED:
      return canceled(request, move)
    case S.OFFERED:
      return request.is_auto_accepted ? null : offered(request)
    case S.REASSESSING:
      return reassessing(request, move)
    case S.ANSWERED:
      return answered(request)
    case S.CONTRACTED:
      return contracted(request)
    case S.COMPLETED:
      // Without a return the deal's message has said it all.
      return move.from === S.CONTRACTED ? null : sentBack(request)
    case S.RETURNING:
      return returning(request, move)
    case S.RETURNED:
      return move.from === S.RETURNING ? sentBack(request) : disposed()
    case S.ABORTED:
      return aborted(request)
    default:
      return null
  }
}

function pickup(request: RequestNews): string {
  const carrier = labelOf(carrierLabel, request.carrier ?? usualCarrier)
  const slot = labelOf(pickupTimeSlotLabel, request.pickup_time_slot)
  return request.pickup_date ? `${dayJa(request.pickup_date)}の${slot}に、${carrier}が集荷に伺います。` : ''
}

function applied(request: RequestNews): RequestText {
  const kit = request.kit ? kitPromised(request.kit) : ''
  const next =
    request.delivering_option === 'PICKUP_ONLY'
      ? [pickup(request), 'お品物を箱に入れて、お待ちください。']
      : [
          request.kit
            ? '届いた箱に番号を書き、お店の住所へお送りください。'
            : '箱に番号を書き、お店の住所へお送りください。',
          '送り状番号を入力いただくと、到着までご覧いただけます。',
        ]
  return {
    title: 'お申し込みを受け付けました',
    lines: [`${request.shop_name}への買取のお申し込みを受け付けました。`, kit, ...next],
  }
}

function arranged(request: RequestNews): RequestText {
  return request.delivering_option === 'PICKUP_ONLY'
    ? {
        title: '集荷の手配ができました',
        lines: [pickup(request), 'ご都合が変わったときは、前日までに日時を変更できます。'],
      }
    : {
        title: '発送をお待ちしています',
        lines: [
          `${request.shop_name}へお送りください。`,
          '発送したら、送り状番号を入力してください。届きしだい、お店が点数を数えます。',
        ],
        mail: false,
      }
}

function arrived(request: RequestNews): RequestText {
  const { declared_count: declared, arrived_count: count } = request
  const missing = missingText(request)
  const promise = request.promised_on
    ? `査定の結果は、${dayJa(request.promised_on)}までにお知らせします。`
    : '査定の結果は、あらためてお知らせします。'
  if (declared !== null && count !== null && declared !== count) {
    return {
      title: '届いた点数が、お申し込みと違います',
      lines: [
        arrivedText(request),
        missing,
        `お申し込みでは${declared}点、お店で数えたのは${count}点です。`,
        '箱を開けたときの写真を、申し込みのページでご覧いただけます。',
        `お心当たりと違うときは、同じページの「点数が違うと知らせる」から、またはお電話(${formatPhone(request.shop_phone)})で、${request.shop_name}へお知らせください。`,
        promise,
      ],
    }
  }
  return {
    title: 'お荷物が届きました',
    lines: [arrivedText(request), missing, count === null ? '' : `${count}点をお預かりしました。`, promise],
  }
}

export function objectionMessage(request: RequestNews, answer: string): Message {
  return {
    kind: 'progress',
    title: '点数のお知らせに、お店からお返事があります',
    body: `${request.shop_name}からのお返事: ${sentence(answer)}詳しくは、申し込みのページでご覧いただけます。`,
    link: `/requests/${request.id}`,
    mail: true,
  }
}

export interface QuestionNews {
  request: number
  answer: string
  seq: number
  name: string
}

export function questionMessage(request: RequestNews, { answer, seq, name }: QuestionNews): Message {
  const until = request.offer_expires_at
    ? `査定結果へのお返事は、${dayJa(request.offer_expires_at)}までにお願いします。`
    : ''
  return {
    kind: 'progress',
    title: 'ご質問に、お店からお返事があります',
    body: `「${name || `${seq}点目`}」へのご質問に、${request.shop_name}からお返事しました。${sentence(answer)}${until}`,
    link: `/requests/${request.id}/result?item=${seq}`,
    mail: true,
  }
}

function canceled({ kit }: RequestNews, move: MoveNews): RequestText {
  const why = move.is_reason_public ? because(move.reason) : ''
  return {
    title: 'お申し込みを取り消しました',
    lines: [
      'お申し込みを取り消しました。',
      why,
      kit ? kitCanceled(kit) : '',
      '箱をすでに発送されたときは、お店がそのままお返しします。費用はかかりません。',
    ],
  }
}

function offered(request: RequestNews): RequestText {
  const until = request.offer_expires_at ? `${dayJa(request.offer_expires_at)}までに` : ''
  const result =
    request.priced === 0
      ? ['今回は値段をつけられた品がありませんでした。']
      : [`${request.priced}点で ${formatYen(request.offer_total ?? 0)} です。`]
  const next =
    request.priced === 0
      ? [`理由をご覧のうえ、${until}お返事ください。`]
      : [`${until}お選びください。`, noReply]
  return {
    title: request.is_second_look ? '再査定の結果をご確認ください' : '査定結果をご確認ください',
    lines: [
      request.is_second_look ? '再査定が終わりました。' : '査定が終わりました。',
      ...result,
      answerOf(request),
      ...next,
    ],
    link: `/requests/${request.id}/result`,
  }
}

const answerOf = ({ is_second_look, second_look_answer, shop_name }: RequestNews): string =>
  is_second_look && second_look_answer !== ''
    ? `${shop_name}からのお返事: ${sentence(second_look_answer)}`
    : ''

function reassessing(request: RequestNews, move: MoveNews): RequestText {
  const isSecondLook = move.by === 'customer'
  const why = !isSecondLook && move.is_reason_public ? because(move.reason) : ''
  return {
    title: isSecondLook ? '再査定のご依頼を受け付けました' : '査定を見直しています',
    lines: [
      isSecondLook
        ? `${request.shop_name}がもう一度お品物を見ます。`
        : `${request.shop_name}が査定を見直しています。`,
      why,
      'そのあいだ、お返事の期限は止まります。結果が出たら、新しい期限とあわせてお知らせします。',
    ],
    mail: !isSecondLook,
  }
}

export const wayToIdentify = ({ is_corporate }: RequestNews): string =>
  is_corporate
    ? '法人のお客さまは、お店に書類をお送りください。必要な書類と送り方は、下のボタンからご覧いただけます。'
    : 'スマートフォンで約3分です。'

export const unlessIdentified = (answeredAt: string): string =>
  `${dayJa(identifyBy(answeredAt).toISOString())}までに終わらないときは、売却せずにお返しします。`

function answered(request: RequestNews): RequestText {
  const total = formatYen(request.offer_total ?? 0)
  const what = request.is_auto_accepted
    ? `査定が終わり、合計は ${total} でした。お申し込みのときにお選びいただいたとおり、売却を承りました。`
    : 'お返事を承りました。'
  // Accepted automatically: no other message replies to the second look.
  const heard = request.is_auto_accepted ? answerOf(request) : ''
  if (request.is_verified || request.is_in_review)
    return {
      title: 'お返事を承りました',
      lines: [
        what,
        heard,
        request.is_verified
          ? 'まもなく契約が成立します。'
          : '本人確認の書類を、お店が確認しています。終わるとすぐ契約が成立し、代金を残高に入れます。お客さまのお手続きはありません。',
      ],
      mail: request.is_auto_accepted || !request.is_verified,
    }
  return {
    title: '本人確認をお願いします',
    lines: [
      what,
      heard,
      `本人確認が終わると、すぐ契約が成立し、代金を残高に入れます。${wayToIdentify(request)}すでに書類をお送りいただいているときは、お店の確認をお待ちください。`,
      request.answered_at ? unlessIdentified(request.answered_at) : '',
    ],
    link: '/profile/identity',
  }
}

function contracted(request: RequestNews): RequestText {
  const until = request.contracted_at
    ? `${timeJa(rescissionEnd(request.contracted_at).toISOString())}までは、売却を取り消せます。`
    : ''
  return {
    title: '買取が成立しました',
    lines: [
      `${request.bought}点の代金 ${formatYen(request.bought_total)} を残高に入れました。`,
      request.set_off > 0
        ? `このうち ${formatYen(request.set_off)} は、前に売却を取り消したお品物の返金分として差し引きました。`
        : '',
      payment(request),
      request.back > 0 ? `残りの${request.back}点は、お店からお返しします。` : '',
      request.is_invoice_issuer ? '申し込みのページで、仕入明細書のご確認をお願いします。' : '',
      until,
    ],
    link: '/balance',
  }
}

function payment(request: RequestNews): string {
  if (!request.has_bank_account) return '振込先の口座を登録すると、お受け取りいただけます。'
  return request.auto_transfer
    ? '7日後に、ご登録の口座へ自動でお振込みします。すぐに受け取りたいときは、残高のページからご依頼いただけます。'
    : 'お振込みは、残高のページからご依頼いただけます。'
}

function returning(request: RequestNews, move: MoveNews): RequestText {
  const cost =
    request.return_cost === 0
      ? '送料はかかりません。'
      : `送料は着払いで ${formatYen(request.return_cost)} です。`
  const why =
    move.by === 'system' && move.from === S.OFFERED
      ? 'お返事の期限を過ぎたため、お返しの手配をします。売却にはなりません。'
      : move.by === 'system' && move.from === S.ANSWERED
        ? '30日のあいだに本人確認が終わらなかったため、お返しの手配をします。売却にはなりません。'
        : 'お品物をお返しする手配をします。'
  return {
    title: 'お品物をお返しします',
    lines: [
      why,
      `${request.back}点を${request.shop_name}から発送します。`,
      cost,
      '発送したら、お知らせします。',
    ],
  }
}

function sentBack(request: RequestNews): RequestText {
  return {
    title: 'お返しの品を発送しました',
    lines: [
      `${request.shop_name}からお返しの品${request.parcel_count > 0 ? ` ${request.parcel_count}点` : ''}を発送しました。`,
      slipText(request.return_carrier, request.return_tracking_number),
      '届きましたら、点数をお確かめください。',
    ],
  }
}

function disposed(): RequestText {
  return {
    title: 'お手続きが終わりました',
    lines: ['お選びいただいたとおり、お品物はリサイクルに出します。', '今回の売却はありません。'],
  }
}

function aborted(request: RequestNews): RequestText {
  return {
    title: 'お取引を中止しました',
    lines: [
      'このお申し込みのお取引を中止しました。',
      because(request.abort_reason),
      `このあとのことは、${request.shop_name}からご連絡します。`,
    ],
  }
}

export interface RescindedNews {
  count: number
  total: number
  is_by_dealer: boolean
  reason: string
  /** Already paid out; set off against the next prices. */
  receivable: number
}

export function rescindedMessage(request: RequestNews, items: RescindedNews): Message {
  const what = `${items.count}点、${formatYen(items.total)}`
  const lines = items.is_by_dealer
    ? [
        `${request.shop_name}の申し出により、${what} の買取を取り消しました。`,
        because(items.reason),
        items.receivable > 0 ? '' : '代金は残高から差し引きました。',
      ]
    : [`${what} の売却を取り消しました。`]
  const owed =
    items.receivable > 0
      ? `すでにお振込みした ${formatYen(items.receivable)} は、同じ会社のお店に次にお売りいただくときの代金から差し引きます。お客さまのお手続きは必要ありません。`
      : ''
  const back = `${request.shop_name}がお品物をお返しします。発送したら、送り状番号をお知らせします。`
  return {
    kind: 'deal',
    title: items.is_by_dealer ? '買取を取り消しました' : '売却を取り消しました',
    body: [...lines, back, owed].filter((line) => line !== '').join(''),
    link: `/requests/${request.id}`,
    mail: true,
  }
}
