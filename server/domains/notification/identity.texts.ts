import { type CorrectionReason, correctionReasons } from '#contract/identity-paper'
import { dayJa, type Message } from './notification.texts.ts'

export interface IdentityNews {
  session: number
  dealer: string
  /** The identity provider that decided; blank when the dealer's own staff did. */
  provider: string
  is_approved: boolean
  reasons: readonly string[]
  note: string
  expires_at: string
  /** Requests whose answer waited for the check. */
  awaited: readonly number[]
}

const sentenceOf = (reason: string): string => correctionReasons[reason as CorrectionReason]?.text ?? ''

export function identityMessage(news: IdentityNews): Message {
  return news.is_approved ? approvedMessage(news) : returnedMessage(news)
}

function approvedMessage({ dealer, awaited }: IdentityNews): Message {
  const next =
    awaited.length > 0
      ? `申し込み ${awaited.join('、')} は、このまま契約の手続きに進みます。お客さまのお手続きは必要ありません。`
      : '査定結果にお返事をいただくと、そのまま契約に進みます。いまお願いするお手続きはありません。'
  return {
    kind: 'safety',
    title: '本人確認が終わりました',
    body: `${dealer}の本人確認が終わりました。${next}`,
    link: awaited.length > 0 ? `/requests/${awaited[0]}` : '/mypage',
    mail: true,
  }
}

function returnedMessage({ dealer, provider, reasons, note, expires_at, session }: IdentityNews): Message {
  const what = [...new Set(reasons.map(sentenceOf))].join('')
  return {
    kind: 'safety',
    title: '本人確認で、もう一度お願いしたいことがあります',
    body: `${provider || dealer}が確認しました。${what}${note}${provider ? '' : 'ほかはそのまま使えます。'}${dayJa(expires_at)}までにお願いします。`,
    link: `/identity/${session}`,
    mail: true,
  }
}

/** A result that did not come, or that needs something more. */
export const identityAgainMessage = (session: number, provider: string, expiresAt: string): Message => ({
  kind: 'safety',
  title: '本人確認の続きをお願いします',
  body: `${provider}での本人確認が終わりませんでした。下のボタンから、${dayJa(expiresAt)}までに続きをお進めください。${provider}の画面のほか、おくるの画面で撮影して送ることもできます。`,
  link: `/identity/${session}`,
  mail: true,
})

export const identityLinkMessage = (session: number, expiresAt: string): Message => ({
  kind: 'safety',
  title: '本人確認のご案内',
  body: `スマートフォンで、本人確認の書類とお顔を撮影していただきます。下のボタンから始めて、${dayJa(expiresAt)}までにお送りください。`,
  link: `/identity/${session}`,
  mail: true,
})
