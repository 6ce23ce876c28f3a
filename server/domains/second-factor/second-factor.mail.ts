import { formatDateTimeJa } from '#contract/day'

export type FactorNews =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'codes_renewed'
  | 'code_used'

const news: Readonly<Record<FactorNews, readonly [subject: string, sentence: string]>> = {
  totp_added: [
    '2段階認証が設定されました',
    '認証アプリが設定されました。これからログインのときに、パスワードとアプリのコードの両方が必要です。ほかの端末はログアウトしています。',
  ],
  totp_removed: ['認証アプリが解除されました', '認証アプリによる2段階認証が解除されました。'],
  passkey_added: [
    'パスキーが登録されました',
    'パスキーが登録されました。これからログインのときに、パスワードとパスキーの両方で確認できます。ほかの端末はログアウトしています。',
  ],
  passkey_removed: [
    'パスキーが削除されました',
    'パスキーが1つ削除されました。そのパスキーでは、もうログインできません。',
  ],
  codes_renewed: [
    '回復コードが新しくなりました',
    '2段階認証の回復コードが作り直されました。これまでの回復コードは使えません。',
  ],
  code_used: [
    '回復コードでログインがありました',
    '回復コードが1つ使われました。使ったコードは、もう使えません。認証アプリの端末をなくしたときは、新しい端末で設定し直してください。',
  ],
}

export function factorMail(origin: string, what: FactorNews, at: Date) {
  const [subject, sentence] = news[what]
  return {
    template: 'second_factor.changed',
    subject: `【おくる】${subject}`,
    body: [
      `${formatDateTimeJa(at.toISOString())}に、${sentence}`,
      '設定は「ログインと安全」で確かめられます。',
      `${origin}/biz/security`,
      'ご自身で行っていない場合は、すぐにパスワードを変え、会社の管理者にお知らせください。',
      `${origin}/biz/password-reset`,
    ].join('\n\n'),
  }
}

export function wasResetMail(origin: string, by: string, at: Date) {
  return {
    template: 'second_factor.was_reset',
    subject: '【おくる】2段階認証が解除されました',
    body: [
      `${formatDateTimeJa(at.toISOString())}に、${by}が、あなたの2段階認証を解除しました。パスキー・認証アプリ・回復コードは使えなくなり、すべての端末からログアウトしています。`,
      'パスワードでログインし、2段階認証をもう一度設定してください。',
      `${origin}/biz/login`,
      'ご自身で頼んでいない場合は、すぐにパスワードを変え、会社の管理者にお知らせください。',
      `${origin}/biz/password-reset`,
    ].join('\n\n'),
  }
}
