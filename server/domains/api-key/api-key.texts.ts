import { machinePermissionLabel } from '#contract/api-key'
import { shopNames } from '#contract/business-user'
import { formatDateJa, formatDateTimeJa, tokyoDate } from '#contract/day'
import type { Texts } from '#server/domains/company/operator.service'
import type { KeyRow } from './api-key.queries.ts'

interface Facts {
  company: string
  by: string
  at: Date
  key: KeyRow
}

export function keyMadeMail(origin: string, { company, by, at, key }: Facts): Texts & { template: string } {
  const page = `${origin}/biz/api-keys`
  const ids = key.shops.map(({ id }) => id)
  return {
    template: 'api_key.made',
    subject: '【おくる】APIキーが作られました',
    title: 'APIキーが作られました',
    blocks: [
      `${company} 管理者さま`,
      `${by}さんが、ほかのシステムから${company}のデータを使うためのAPIキーを作りました。`,
      {
        facts: [
          ['名前', key.name],
          ['使える範囲', key.permissions.map((permission) => machinePermissionLabel[permission]).join('、')],
          ['店舗', shopNames(key.shops, ids)],
          ['期限', `${formatDateJa(tokyoDate(new Date(Date.parse(key.expires_at) - 1)))}まで`],
          ['作られた日時', formatDateTimeJa(at.toISOString())],
        ],
      },
      { button: { label: 'APIキーの画面を開く', url: page } },
    ],
    notes: ['心当たりがないときは、「APIキー」の画面で無効にし、ほかの管理者にお知らせください。', page],
  }
}
