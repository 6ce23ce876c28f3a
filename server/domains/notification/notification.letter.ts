import { formatPhone } from '#contract/text'
import type { Texts } from '#server/domains/company/operator.service'
import type { Message } from './notification.texts.ts'
import type { RequestNews } from './request.texts.ts'

export type RequestFacts = Pick<RequestNews, 'id' | 'shop_name' | 'shop_phone' | 'store_key'>

export interface Letter {
  mail: Extract<Texts, { blocks: unknown }>
  /** Above the button in the LINE chat. */
  lineText: string
}

const buttons: readonly (readonly [link: RegExp, label: string])[] = [
  [/^\/requests\/\d+\/result$/, '査定結果を見る'],
  [/^\/requests\/\d+/, 'お申し込みを見る'],
  [/^\/balance\/special-withdrawal$/, 'お支払いを依頼する'],
  [/^\/balance/, '残高を見る'],
  [/^\/profile\/bank-account$/, '口座を確認する'],
  [/^\/(profile\/)?identity/, '本人確認へ進む'],
  [/^\/contact$/, 'お問い合わせへ'],
  [/^\/settings/, '設定を見る'],
]

export const buttonOf = (link: string, origin: string): { label: string; url: string } => ({
  label: buttons.find(([pattern]) => pattern.test(link))?.[1] ?? 'マイページへ',
  url: `${origin}${link}`,
})

/** One sentence a line. */
const bySentence = (body: string): string => body.replaceAll(/。(?!$)/g, '。\n')

/** To whom, which request, what happened and comes next, where it goes on, whom to ask. */
export function letterOf(
  message: Message,
  customerName: string,
  request: RequestFacts | undefined,
  origin: string,
): Letter {
  const greeting = customerName === '' ? [] : [`${customerName} さま`]
  const body = bySentence(message.body)
  const facts = request
    ? [{ facts: [['お申し込み番号', String(request.id)] as const, ['お店', request.shop_name] as const] }]
    : []
  const lineFacts = request ? [`お申し込み番号 ${request.id}\n${request.shop_name}`] : []
  return {
    mail: {
      subject: `【おくる】${message.title}${request ? `（お申し込み番号 ${request.id}）` : ''}`,
      title: message.title,
      blocks: [
        ...greeting,
        body,
        ...facts,
        { button: buttonOf(message.link, origin) },
        askWhom(request, origin),
      ],
      notes: ['お知らせの受け取り方は、こちらで変更できます。', `${origin}/settings/notifications`],
      store: request?.store_key ?? '',
    },
    lineText: [...greeting, body, ...lineFacts].join('\n\n'),
  }
}

function askWhom(request: RequestFacts | undefined, origin: string): string {
  if (!request) return `ご不明な点は、お問い合わせ窓口へご連絡ください。\n${origin}/contact`
  const phone = request.shop_phone === '' ? '' : `（電話 ${formatPhone(request.shop_phone)}）`
  return `ご不明な点は、お申し込み番号を添えて、${request.shop_name}${phone}へお問い合わせください。`
}
