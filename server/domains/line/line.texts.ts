import type { LineMessage } from '#server/platform/line'

export const invitation = (origin: string, linkToken: string): LineMessage => ({
  title: '友だち追加ありがとうございます',
  body: 'おくるの会員登録と連携すると、お荷物の到着や査定の結果、お振込みのご案内をLINEでお受け取りいただけます。下のボタンは10分間使えます。期限が切れたときは、このトークに何かひとこと送ってください。',
  button: { label: '連携する', url: `${origin}/line/link?${new URLSearchParams({ token: linkToken })}` },
})

export const welcomeBack = (origin: string): LineMessage => ({
  title: 'LINEでのお知らせを始めます',
  body: 'これから、お取引の進み具合をこちらにもお送りします。お送りする内容は、マイページで変更できます。',
  button: { label: '設定を見る', url: `${origin}/settings/notifications` },
})

export const automaticReply = (origin: string): LineMessage => ({
  title: 'メッセージありがとうございます',
  body: 'このトークは送信専用のため、お返事ができません。お取引のことは申し込みのページから、そのほかのことはお問い合わせからお知らせください。',
  button: { label: 'お問い合わせ', url: `${origin}/contact` },
})
