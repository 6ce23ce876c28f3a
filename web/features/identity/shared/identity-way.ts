import { accountCalls } from '#contract/account'
import { useCall } from '#web/lib/query-client.ts'

const ways = {
  person: {
    title: '本人確認をお願いします',
    effort: 'スマートフォンで約3分です。',
    link: '本人確認へ進む',
  },
  /** Its papers come by mail or in the box. */
  corporation: {
    title: '法人の書類をお送りください',
    effort: '法人のお客さまは、お店に書類をお送りいただきます。',
    link: '必要な書類を見る',
  },
} as const

export const identityWay = (isCorporate: boolean) => ways[isCorporate ? 'corporation' : 'person']

export function useIdentityWay() {
  const { data: me } = useCall(accountCalls.me)
  return identityWay(me?.customer?.isCorporate === true)
}
