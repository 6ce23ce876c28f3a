import { formatDateTimeJa } from '#contract/day'
import type { Texts } from '#server/domains/company/operator.service'

interface Facts {
  company: string
  at: Date
  origin: string
}

export function signInNeededMail({ company, at, origin }: Facts): Texts & { template: string } {
  const page = `${origin}/biz/next-engine`
  return {
    template: 'next_engine.sign_in_needed',
    subject: '【おくる】ネクストエンジンにログインし直してください',
    title: 'ネクストエンジンとの接続が切れました',
    blocks: [
      `${company} 管理者さま`,
      'ネクストエンジンのログインの期限が切れたため、商品の登録や在庫の更新、受注の取り込みが止まっています。下のボタンからログインし直すと、止まっていた分から続きます。',
      {
        facts: [
          ['会社', company],
          ['接続が切れた時刻', formatDateTimeJa(at.toISOString())],
        ],
      },
      { button: { label: 'ネクストエンジンの画面を開く', url: page } },
    ],
    notes: ['ログインし直せるのは、会社の管理者です。', page],
  }
}
