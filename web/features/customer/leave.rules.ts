import { isFinal } from '#contract/lifecycle'
import { formatYen } from '#contract/text'

type Row = { id: number; status: number; shopName: string }

export type Obstacle = {
  key: string
  text: string
  link: string
  to: '/requests/$id' | '/balance'
  id?: string
}

export function obstaclesOf(known: {
  rows: readonly Row[]
  balance: number
  isTransferInprogress: boolean
}): Obstacle[] {
  const found: Obstacle[] = known.rows
    .filter(({ status }) => !isFinal(status))
    .map(({ id, shopName }) => ({
      key: `request-${id}`,
      text: `${shopName}への申し込み ${id} が、まだ終わっていません。`,
      link: '申し込みの状況を見る',
      to: '/requests/$id',
      id: String(id),
    }))
  if (known.isTransferInprogress)
    found.push({
      key: 'transfer',
      text: 'お振込みの手続き中です。口座に届くまでお待ちください。',
      link: 'お振込みを見る',
      to: '/balance',
    })
  if (known.balance > 0)
    found.push({
      key: 'balance',
      text: `残高が${formatYen(known.balance)}あります。退会の前に、ご登録の口座でお受け取りください。`,
      link: '残高を見る',
      to: '/balance',
    })
  return found
}

export const leavingWord = '退会する'

export const isLeavingWord = (typed: string): boolean =>
  typed.normalize('NFKC').replace(/[\s「」]/gu, '') === leavingWord
