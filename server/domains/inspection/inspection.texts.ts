import { formatDateJa, formatDateTimeJa, tokyoDate } from '#contract/day'

interface MailText {
  template: string
  subject: string
  body: string
}

const letter = (template: string, subject: string, paragraphs: readonly string[]): MailText => ({
  template,
  subject: `【おくる】${subject}`,
  body: paragraphs.join('\n\n'),
})

/** The sign-in ends with a day, in its last moment. */
const lastDay = (validUntil: string): string => formatDateJa(tokyoDate(new Date(Date.parse(validUntil) - 1)))

export function officerMail(
  origin: string,
  { company, validUntil }: { company: string; validUntil: string },
  url: string,
): MailText {
  return letter('inspection.begun', '古物台帳の閲覧のご案内', [
    `${company}の古物台帳を、立入検査のためにご覧いただけるようになりました。`,
    '下のリンクを開いて、パスワードを設定してください。リンクは3日間、1回だけ使えます。',
    url,
    `設定が済みましたら、このメールアドレスとパスワードでログインできます。${lastDay(validUntil)}まで、台帳の検索と印刷ができます。ご覧になった日時は記録されます。`,
    `${origin}/biz/login`,
    'お心当たりがない場合は、このメールを破棄してください。',
  ])
}

interface News {
  company: string
  authority: string
  by: string
  validUntil: string
  at: Date
}

export function begunMail(
  origin: string,
  { company, authority, email, by, validUntil, at }: News & { email: string },
): MailText {
  return letter('inspection.news', '立入検査用の閲覧を始めました', [
    `${company}の管理者の皆さまへ、${formatDateTimeJa(at.toISOString())}の操作をお知らせします。`,
    `${by}さんが、${authority}(${email})に古物台帳の閲覧を認めました。閲覧は${lastDay(validUntil)}までです。台帳のほかは見られず、何も変えられません。`,
    `${origin}/biz/inspections`,
    '心当たりのない操作のときは、「立入検査」のページで閲覧を終了し、ほかの管理者にお知らせください。',
  ])
}

export function endedMail(
  origin: string,
  { company, authority, by, at }: Omit<News, 'validUntil'>,
): MailText {
  return letter('inspection.news', '立入検査用の閲覧を終了しました', [
    `${company}の管理者の皆さまへ、${formatDateTimeJa(at.toISOString())}の操作をお知らせします。`,
    `${by}さんが、${authority}の古物台帳の閲覧を終了しました。`,
    `${origin}/biz/inspections`,
  ])
}
