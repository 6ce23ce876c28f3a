import type { ErrorCode } from '#contract/error'

/** Part of what is said when something could not be sent; a failed read says nothing of it. */
export const INPUT_KEPT = '入力した内容は残っています。'

/** Sentences for people, by error code, where the server's text is English or does not say what to do. */
export const sentencesByCode = {
  token_not_valid: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  user_not_found: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  user_inactive: 'このアカウントは現在ご利用いただけません。お問い合わせ窓口へご連絡ください。',
  bad_authorization_header: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  not_authenticated: 'ログインが必要なページです。ログインしてからお進みください。',
  permission_denied: 'この操作はご利用いただけません。ログイン中のアカウントをご確認ください。',
  not_found: 'お探しの情報が見つかりませんでした。一覧からもう一度お選びください。',
  invalid_page: 'このページはありません。1ページ目からご覧ください。',
  invalid_reset: 'このリンクは使えません。お手数ですが、もう一度メールをお受け取りください。',
  invalid_uid: 'このリンクは使えません。お手数ですが、もう一度メールをお受け取りください。',
  wrong_password: '現在のパスワードが違うようです。もう一度ご確認ください。',
  password_mismatch: '2つのパスワードが同じではありません。もう一度ご入力ください。',
  throttled:
    '短い時間に操作が続いたため、少しお待ちいただいています。しばらくしてからもう一度お試しください。',
  server_error: `サーバーで問題が起きました。${INPUT_KEPT}しばらくしてからもう一度お試しください。`,
  database_unavailable: `ただいまシステムにつながりにくくなっています。${INPUT_KEPT}少し待ってから、もう一度お試しください。`,
} as const satisfies Partial<Record<ErrorCode, string>>

export const sentencesByText: Readonly<Record<string, string>> = {
  'No active account found with the given credentials':
    'メールアドレスかパスワードが違うようです。もう一度ご確認ください。',
  'Invalid password.': sentencesByCode.wrong_password,
  "The two password fields didn't match.": sentencesByCode.password_mismatch,
  'Invalid token for given user.': sentencesByCode.invalid_reset,
  "Invalid user id or user doesn't exist.": sentencesByCode.invalid_uid,
  'Token not found': 'この情報はすでに使われたか、見つかりませんでした。',
}

type ToldStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 502 | 503 | 504

export const sentencesByStatus = {
  400: '入力内容をご確認ください。',
  401: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  403: sentencesByCode.permission_denied,
  404: sentencesByCode.not_found,
  409: 'ほかの操作と重なりました。画面を読み込み直してからもう一度お試しください。',
  413: 'ファイルが大きすぎます。小さくしてからもう一度お試しください。',
  415: 'この形式のファイルは送れません。別の形式でお試しください。',
  429: sentencesByCode.throttled,
  500: sentencesByCode.server_error,
  502: `サーバーにつながりにくくなっています。${INPUT_KEPT}しばらくしてからもう一度お試しください。`,
  503: `ただいま混み合っているか、メンテナンス中です。${INPUT_KEPT}しばらくしてからもう一度お試しください。`,
  504: 'サーバーの応答に時間がかかっています。結果を画面でご確認のうえ、もう一度お試しください。',
} as const satisfies Record<ToldStatus, string>

export const offlineSentence = `インターネットにつながっていません。${INPUT_KEPT}電波の届く場所でもう一度お試しください。`
export const networkSentence = `サーバーに接続できませんでした。${INPUT_KEPT}通信の状態をご確認のうえ、もう一度お試しください。`
export const cancelledSentence = '操作を取りやめました。'
export const unknownSentence =
  'うまくいきませんでした。画面を読み込み直してから、もう一度お試しください。続くときはお問い合わせ窓口へご連絡ください。'

export function throttledSentence(seconds?: number): string {
  if (seconds === undefined) return sentencesByCode.throttled
  const wait = seconds < 60 ? `${Math.max(1, Math.ceil(seconds))}秒` : `${Math.ceil(seconds / 60)}分`
  return `短い時間に操作が続きました。${wait}ほどお待ちいただき、もう一度お試しください。`
}
