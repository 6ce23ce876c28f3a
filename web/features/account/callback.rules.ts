import type { ErrorCode } from '#contract/error'
import type { Errand } from '#web/lib/social-session.ts'

/** What a provider's way back can end in, other than the page that was wanted. */
export type Ending =
  | 'declined'
  | 'unknown'
  | 'refused'
  | 'down'
  | 'unreachable'
  | 'email_taken'
  | 'inactive'
  | 'elsewhere'
  | 'another_linked'
  | 'other_account'
  | 'signed_out'
  | 'unconfirmed'
  | 'staff'
  | 'other'

export interface Landed {
  code: string
  state: string
  error: string
  iss?: string
}

/** As text: the router would read a code of digits as a number. */
export function landedWith(search: string): Landed {
  const given = new URLSearchParams(search)
  const iss = given.get('iss')
  return {
    code: given.get('code') ?? '',
    state: given.get('state') ?? '',
    error: given.get('error') ?? '',
    ...(iss && { iss }),
  }
}

const providersErrors: Readonly<Record<string, Ending>> = {
  access_denied: 'declined',
  consent_required: 'declined',
  interaction_required: 'declined',
  login_required: 'declined',
  server_error: 'down',
  temporarily_unavailable: 'down',
}

export const endingOfError = (error: string): Ending =>
  Object.hasOwn(providersErrors, error) ? (providersErrors[error] as Ending) : 'refused'

const refusals: Partial<Record<ErrorCode, Ending>> = {
  provider_refused: 'refused',
  provider_down: 'down',
  provider_email_taken: 'email_taken',
  no_active_account: 'inactive',
  provider_linked_elsewhere: 'elsewhere',
  provider_linked: 'another_linked',
  not_authenticated: 'signed_out',
}

export const endingOfCode = (code: ErrorCode | undefined): Ending => (code && refusals[code]) ?? 'other'

interface Words {
  title: string
  text: string
}

const again = 'お手数ですが、もう一度はじめからお進みください。'

/** What happened, and what to do now. */
export function wordsOf(ending: Ending, label: string, errand: Errand): Words {
  const act = errand === 'link' ? '連携' : 'ログイン'
  const words: Record<Ending, Words> = {
    declined: {
      title: `${label}での${act}を取りやめました`,
      text:
        errand === 'link'
          ? `${label}の画面で、許可せずに戻られたようです。連携はまだされていません。`
          : `${label}の画面で、許可せずに戻られたようです。もう一度お進みいただくか、メールアドレスでログインしてください。`,
    },
    unknown: {
      title: 'お手続きを続けられませんでした',
      text: `はじめた画面とちがうブラウザーで開かれたか、はじめてから10分がたっています。安全のため、この画面では続けられません。${again}`,
    },
    refused: {
      title: `${label}での${act}を確認できませんでした`,
      text: `${label}から届いた内容を確認できませんでした。${again}`,
    },
    down: {
      title: `${label}がいま応答していません`,
      text: `${label}の側の不具合かもしれません。しばらくしてから、もう一度お試しください。`,
    },
    unreachable: {
      title: '通信が途切れました',
      text: '電波の届く場所で、もう一度お試しください。',
    },
    email_taken: {
      title: 'すでに会員登録がお済みです',
      text: `${label}のメールアドレスは、会員登録で使われています。いつもの方法でログインしてから、設定の画面で${label}と連携してください。次からは${label}でログインできます。`,
    },
    inactive: {
      title: 'このアカウントは、いまご利用いただけません',
      text: 'お手数ですが、お問い合わせ窓口へご連絡ください。',
    },
    elsewhere: {
      title: `この${label}とは連携できません`,
      text: `この${label}のアカウントは、別の会員登録と連携しています。その会員登録でログインして連携を解除するか、別の${label}のアカウントで連携してください。`,
    },
    another_linked: {
      title: `すでに別の${label}と連携しています`,
      text: '変えるときは、先に設定の画面でいまの連携を解除してください。',
    },
    other_account: {
      title: '別の方がログインしています',
      text: '連携をはじめたあとで、別の方がログインしました。ご本人でログインし直してから、もう一度お進みください。',
    },
    signed_out: {
      title: 'ログインし直してください',
      text: '連携の途中で、ログインの有効期限が切れました。ログインしてから、もう一度お進みください。',
    },
    unconfirmed: {
      title: 'まだ連携していません',
      text: '大切な設定のため、ご本人の確認が必要です。設定の画面から、もう一度お進みください。',
    },
    staff: {
      title: '業務画面にログインしています',
      text: 'お客さまとしてログインするには、先に業務画面からログアウトしてください。',
    },
    other: { title: `${label}での${act}が終わりませんでした`, text: '' },
  }
  return words[ending]
}
