import { formatDateTimeJa } from '#contract/day'
import type { Texts } from '#server/domains/company/operator.service'

interface Facts {
  company: string
  name: string
  url: string
  at: Date
}

export function givenUpMail(origin: string, { company, name, url, at }: Facts): Texts & { template: string } {
  const page = `${origin}/biz/webhooks`
  return {
    template: 'webhook.given_up',
    subject: '【おくる】Webhookの送り先を止めました',
    title: 'Webhookの送り先を止めました',
    blocks: [
      `${company} 管理者さま`,
      '3日間、一度も届かなかったため、Webhookの送信を止めました。いまは、この送り先に何も知らせていません。',
      {
        facts: [
          ['送り先', name],
          ['アドレス', url],
          ['止めた日時', formatDateTimeJa(at.toISOString())],
        ],
      },
      '受け取る側を直したら、「Webhook」の画面で送信を再開してください。届かなかったものは、履歴からもう一度送れます。',
      { button: { label: 'Webhookの画面を開く', url: page } },
    ],
    notes: [page],
  }
}
