import { formatDateJa } from '#contract/day'
import { formatYen } from '#contract/text'

interface Estimate {
  shop_name: string
  company_name: string
  valid_until: string | null
  total: { low: number; high: number; priced: number; unpriced: number }
}

/** Also read out on the telephone and shown in the chat. */
export function estimateSentence({ total, valid_until }: Estimate): string {
  const band = `${formatYen(total.low)}〜${formatYen(total.high)}`
  const unseen = total.unpriced > 0 ? `ほかの${total.unpriced}点は、お品物を拝見してから決まります。` : ''
  const until = valid_until === null ? '' : `この目安は${formatDateJa(valid_until)}まで有効です。`
  return `${total.priced}点で ${band} ほどです。${unseen}${until}`
}

export function estimateLetter(estimate: Estimate, name: string, url: string) {
  return {
    subject: '【おくる】事前査定の目安をお知らせします',
    body: [
      name === '' ? 'お客さま' : `${name} さま`,
      '',
      `${estimate.company_name} ${estimate.shop_name}です。お問い合わせの品の目安をお知らせします。`,
      '',
      estimateSentence(estimate),
      '金額は、お品物を拝見してから決まります。下のページで内訳をご覧いただき、そのままお申し込みいただけます。',
      '',
      url,
    ].join('\n'),
  }
}
