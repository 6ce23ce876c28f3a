import { staffRoleLabel } from '#contract/business-user'
import { formatDateTimeJa } from '#contract/day'

export interface MailText {
  template: string
  subject: string
  body: string
}

const notMine =
  'お心当たりがない場合は、このメールを破棄してください。リンクを開かなければ、何も変わりません。'

const spanOf = (minutes: number): string => (minutes < 120 ? `${minutes}分間` : `${minutes / 60}時間`)

function link(origin: string, path: string, parameters: Record<string, string>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return `${origin}${path}?${new URLSearchParams(given)}`
}

function letter(template: string, subject: string, paragraphs: string[]): MailText {
  return { template, subject: `【おくる】${subject}`, body: paragraphs.join('\n\n') }
}

export function signupLinkMail(origin: string, token: string, store: string): MailText {
  return letter('account.signup_link', '会員登録のご案内', [
    'おくるの会員登録のお手続きを始めていただき、ありがとうございます。',
    '下のリンクを開いて、会員登録をお進めください。リンクは24時間、1回だけ使えます。',
    link(origin, '/signup', { token, store }),
    notMine,
  ])
}

export function alreadyMemberMail(origin: string): MailText {
  return letter('account.already_member', 'このメールアドレスは登録済みです', [
    'このメールアドレスで会員登録のお手続きがありましたが、すでに登録されています。',
    '下のページからログインしてください。',
    `${origin}/login`,
    'パスワードをお忘れの場合は、こちらから新しいパスワードを設定できます。',
    `${origin}/password-reset`,
    'お心当たりがない場合は、このメールを破棄してください。登録内容は変わっていません。',
  ])
}

export function changeEmailMail(origin: string, token: string): MailText {
  return letter('account.change_email', '新しいメールアドレスのご確認', [
    'メールアドレスの変更を受け付けました。',
    '下のリンクを開くと、このメールアドレスに切り替わり、ほかの端末はログアウトします。リンクは1時間、1回だけ使えます。',
    link(origin, '/email/confirm', { token }),
    notMine,
  ])
}

export function addressInUseMail(): MailText {
  return letter('account.address_in_use', 'メールアドレスを変更できませんでした', [
    'このメールアドレスへの変更のお手続きがありましたが、すでに別の会員登録で使われているため、変更できません。',
    '別のメールアドレスをご利用いただくか、このメールアドレスの会員登録でログインしてください。',
    'お心当たりがない場合は、このメールを破棄してください。登録内容は変わっていません。',
  ])
}

export function emailChangedMail(at: Date): MailText {
  return letter('account.email_changed', 'メールアドレスが変更されました', [
    `${formatDateTimeJa(at.toISOString())}に、ログイン用のメールアドレスが変更されました。ほかの端末はログアウトしています。`,
    '今後のお知らせは、新しいメールアドレスにお送りします。',
    'ご自身で変更していない場合は、すぐにお問い合わせ窓口へご連絡ください。',
  ])
}

export function leftMail(at: Date): MailText {
  return letter('account.left', '退会のお手続きが終わりました', [
    `${formatDateTimeJa(at.toISOString())}に、おくるの退会のお手続きが終わりました。ご利用いただき、ありがとうございました。`,
    'このアカウントでは、もうログインできません。お取引の記録は、法律で決められた期間だけ保存します。',
    'ご自身でお手続きしていない場合は、すぐにお問い合わせ窓口へご連絡ください。',
  ])
}

export function resetMail(
  origin: string,
  account: { kind: 'customer' | 'business'; uid: string },
  { token, minutes }: { token: string; minutes: number },
): MailText {
  const isBusiness = account.kind === 'business'
  return letter('account.reset_password', 'パスワード再設定のご案内', [
    isBusiness
      ? '担当者のアカウントのパスワード再設定を受け付けました。'
      : 'パスワードの再設定を受け付けました。',
    `下のリンクを開いて、新しいパスワードを設定してください。リンクは${spanOf(minutes)}、1回だけ使えます。`,
    link(origin, isBusiness ? '/biz/password-reset' : '/password-reset', { uid: account.uid, token }),
    'お心当たりがない場合は、このメールを破棄してください。パスワードは変わっていません。',
  ])
}

export function signInCodeMail(code: string, minutes: number): MailText {
  return letter('account.sign_in_code', 'ログインの確認コード', [
    'ログインの失敗が続いているため、念のため、ご本人であることを確認しています。',
    `確認コード: ${code.slice(0, 4)} ${code.slice(4)}`,
    `ログイン画面で、このコードを入力してください。コードは${spanOf(minutes)}使えます。`,
    'このコードを、ほかの人に教えないでください。お店や運営から、コードをおたずねすることはありません。',
    'お心当たりがない場合は、このメールを破棄してください。このコードがなければ、ほかの人はログインできません。',
  ])
}

export function invitationLink(origin: string, uid: string, token: string): string {
  return link(origin, '/biz/password-reset', { uid, token })
}

export function invitationMail(origin: string, company: string, url: string): MailText {
  return letter('account.invitation', '担当者アカウントのご案内', [
    `${company}の担当者として、おくるの業務画面をお使いいただけるようになりました。`,
    '下のリンクを開いて、パスワードを設定してください。リンクは3日間、1回だけ使えます。',
    url,
    '設定が済みましたら、このメールアドレスとパスワードでログインできます。',
    `${origin}/biz/login`,
    'リンクの期限が切れたときは、こちらから新しいリンクをお受け取りください。',
    `${origin}/biz/password-reset`,
    'お心当たりがない場合は、このメールを破棄してください。',
  ])
}

export type AdmissionNews =
  | 'invited'
  | 'waiting'
  | 'confirmed'
  | 'readmitted'
  | 'readmission_waiting'
  | 'vouched'
  | 'deactivated'
  | 'raised'
  | 'raise_waiting'
  | 'raise_confirmed'
  | 'lowered'
  | 'limited'
  | 'factors_reset'
  | 'factors_reset_waiting'

const admissionNews: Readonly<
  Record<AdmissionNews, (who: string, by: string, shops: string) => [subject: string, ...string[]]>
> = {
  invited: (who, by) => ['担当者が加わりました', `${by}が、${who}を招待しました。`],
  waiting: (who, by) => [
    '担当者の確認をお願いします',
    `${by}が、${who}を招待しました。別の管理者が確認するまで、ログインできません。`,
    '本人と役割をお確かめのうえ、「会社」の画面で確認してください。心当たりのないときは、利用を停止してください。',
  ],
  confirmed: (who, by) => [
    '担当者が確認されました',
    `${by}が、${who}を確認しました。これからログインできます。`,
  ],
  readmitted: (who, by) => ['担当者の利用が再開されました', `${by}が、${who}の利用を再開しました。`],
  readmission_waiting: (who, by) => [
    '担当者の確認をお願いします',
    `${by}が、${who}の利用を再開しました。別の管理者が確認するまで、ログインできません。`,
    '「会社」の画面で確認してください。心当たりのないときは、利用を停止してください。',
  ],
  vouched: (who, by) => ['運営の管理者が加わりました', `${by}が、${who}を運営の管理者にしました。`],
  deactivated: (who, by) => ['担当者の利用が停止されました', `${by}が、${who}の利用を停止しました。`],
  raised: (who, by) => ['担当者の役割が変わりました', `${by}が、${who}を管理者にしました。`],
  raise_waiting: (who, by) => [
    '担当者の確認をお願いします',
    `${by}が、${who}を管理者に変えようとしています。別の管理者が確認するまで、役割は変わりません。`,
    `「会社」の画面で確認してください。心当たりのないときは、「担当者」の画面で${staffRoleLabel.staff}に戻してください。`,
  ],
  raise_confirmed: (who, by) => ['担当者の役割が変わりました', `${by}が確認し、${who}は管理者になりました。`],
  lowered: (who, by) => [
    '担当者の役割が変わりました',
    `${by}が、${who}を${staffRoleLabel.staff}にしました。`,
  ],
  limited: (who, by, shops) => [
    '担当の店舗が変わりました',
    `${by}が、${who}の担当の店舗を変えました。これからの担当: ${shops}`,
  ],
  factors_reset: (who, by) => [
    '2段階認証が解除されました',
    `${by}が、${who}の2段階認証を解除しました。すべての端末からログアウトしています。次のログインで、設定し直していただきます。`,
  ],
  factors_reset_waiting: (who, by) => [
    '2段階認証の解除の確認をお願いします',
    `${by}が、${who}の2段階認証の解除を申し出ました。別の管理者が確認するまで、解除されません。`,
    '声か対面でご本人にお確かめのうえ、「担当者」の画面で、同じ操作をしてください。',
  ],
}

export function admissionMail(
  origin: string,
  news: AdmissionNews,
  about: { company: string; who: string; by: string; shops: string },
  at: Date,
): MailText {
  const [subject, ...sentences] = admissionNews[news](about.who, about.by, about.shops)
  return letter('account.admission', subject, [
    `${about.company}の管理者の皆さまへ、${formatDateTimeJa(at.toISOString())}の変更をお知らせします。`,
    ...sentences,
    `${origin}/biz`,
    'このメールは、すべての管理者にお送りしています。心当たりのない変更のときは、ほかの管理者にすぐお知らせください。',
  ])
}

export function readmittedMail(origin: string, company: string): MailText {
  return letter('account.readmitted', 'ご利用が再開されました', [
    `${company}の担当者として、おくるの業務画面をもう一度お使いいただけるようになりました。`,
    'これまでのメールアドレスとパスワードでログインできます。',
    `${origin}/biz/login`,
    'お心当たりがない場合は、会社の管理者にお知らせください。',
  ])
}

export function passwordChangedMail(origin: string, kind: 'customer' | 'business', at: Date): MailText {
  return letter('account.password_changed', 'パスワードが変更されました', [
    `${formatDateTimeJa(at.toISOString())}に、パスワードが変更されました。ほかの端末はログアウトしています。`,
    'ご自身で変更していない場合は、すぐに新しいパスワードを設定してください。',
    `${origin}${kind === 'business' ? '/biz/password-reset' : '/password-reset'}`,
  ])
}
