import { formatDateJa, formatDateTimeJa, tokyoDate } from '#contract/day'
import { formatCount } from '#contract/text'
import type { Texts } from '#server/domains/company/operator.service'
import type { LedgerEnd, MailedBefore } from './checkpoint-mail.queries.ts'

interface Facts {
  company: string
  end: LedgerEnd
  before: MailedBefore | undefined
  at: Date
  origin: string
}

export type MailText = Texts & { template: string }

const notes = (origin: string) => [
  'このメールの送り先は、会社の管理者が古物台帳のページで変えられます。',
  `${origin}/biz/ledger`,
]

const button = (origin: string) => ({ button: { label: '古物台帳を開く', url: `${origin}/biz/ledger` } })

function agreement({ before }: Facts): string {
  if (!before) return 'はじめての控えです'
  const mailed = `${formatDateJa(before.day)}の控え(${formatCount(before.seq)}番まで)`
  return before.agrees ? `${mailed}と合っています` : `${mailed}と合いません`
}

const alarm = (day: string): string =>
  `${formatDateJa(day)}にお送りした控えと、いまの台帳が合いません。台帳が書き換えられたか、末尾が切り取られたおそれがあります。これまでのメールを消さずに保管し、すぐに運営へご連絡ください。`

/** For those who keep the mail as evidence: no word about any customer or article. */
export function checkpointMail(facts: Facts): MailText {
  const { company, end, before, at, origin } = facts
  const isWrong = before?.agrees === false
  const day = formatDateJa(tokyoDate(at))
  return {
    template: 'ledger.checkpoint',
    subject: `【おくる】${isWrong ? '【要確認】' : ''}古物台帳の控え ${day}`,
    title: isWrong ? '古物台帳がこれまでの控えと合いません' : `古物台帳の控え ${day}`,
    blocks: [
      `${company} 古物台帳のご担当者さま`,
      isWrong
        ? alarm(before.day)
        : '古物台帳の末尾の控えです。あとから書き換えや切り取りがなかったかを確かめるときに使います。消さずに保管してください。',
      {
        facts: [
          ['会社', company],
          ['記載の数', `${formatCount(end.seq)}件`],
          ['最後の記載の照合値', end.hash],
          ['控えの時刻', formatDateTimeJa(at.toISOString())],
          ['これまでの控えとの照合', agreement(facts)],
        ],
      },
      howToVerify(end),
      button(origin),
    ],
    notes: notes(origin),
  }
}

const howToVerify = ({ seq }: LedgerEnd): string =>
  [
    '【確かめ方】',
    '1. 古物台帳のページで「改ざんがないか確かめる」を押します。',
    `2. 台帳の${seq}番の記載を開き、「照合値」をこのメールの値と見くらべます。`,
    `確認で問題が見つからず、照合値も同じなら、1番から${seq}番までの記載は、この控えの時刻から変わっていません。`,
  ].join('\n')

/** To an address that was added: shows that the mails arrive, before the first one is needed. */
export function addressAddedMail({ company, origin }: Pick<Facts, 'company' | 'origin'>): MailText {
  return {
    template: 'ledger.checkpoint_begins',
    subject: '【おくる】古物台帳の控えをこのアドレスへお送りします',
    title: '古物台帳の控えをお送りします',
    blocks: [
      `${company}の古物台帳の控えを、これから毎日1回、このメールアドレスへお送りします。控えには記載の数と照合値だけが入り、お客さまの情報は入りません。`,
      'お心当たりがない場合は、会社の管理者へお知らせください。',
    ],
    notes: notes(origin),
  }
}

/** To an address that was taken off, so that nobody stops the evidence unseen. */
export function addressRemovedMail({ company, origin }: Pick<Facts, 'company' | 'origin'>): MailText {
  return {
    template: 'ledger.checkpoint_ends',
    subject: '【おくる】古物台帳の控えの送り先から外れました',
    title: '古物台帳の控えの送り先から外れました',
    blocks: [
      `${company}の管理者が、古物台帳の控えの送り先を変えました。このメールアドレスへは、これからお送りしません。`,
      'これまでにお送りした控えは、消さずに保管してください。お心当たりがない場合は、会社の管理者へお知らせください。',
    ],
    notes: notes(origin),
  }
}
