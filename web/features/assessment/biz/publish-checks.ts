import { itemStatus as I } from '#contract/lifecycle'
import { withoutUplift } from '#contract/price'
import { isBelowNamed, type PublicationProblem } from '#contract/publication'
import { formatYen } from '#contract/text'
import type { BizRequest } from '#web/features/purchase-request/shared/biz/types.ts'
import type { Assessment } from './result-preview.tsx'

type Assessed = Assessment['items'][number]

export type Check = {
  key: string
  text: string
  /** Blocks publication. */
  bad: boolean
  /** Does not block, but deserves a second look. */
  note?: boolean
  items?: readonly { slug: string; seq: number; text?: string }[]
}

type Of = Pick<BizRequest, 'isHeld' | 'itemCount' | 'arrivedItemCount' | 'countObjections'>

type Bad = {
  key: string
  problems: readonly PublicationProblem[]
  text: string
  of?: (item: Assessed) => string
}

const bads: readonly Bad[] = [
  { key: 'open', problems: ['items_unfinished'], text: '査定が終わっていない商品' },
  { key: 'bare', problems: ['photo_missing'], text: '写真のない商品' },
  {
    key: 'doubted',
    problems: ['authenticity_undetermined'],
    text: '真贋が「判定保留」のまま値段のついた商品',
  },
  {
    key: 'unexplained',
    problems: ['price_reason_missing', 'price_photo_missing'],
    text: 'これまでの買取や事前の目安から外れ、理由や写真のない商品',
    of: (item) => `${bandText(item)} ${lackText(item)}`,
  },
  {
    key: 'outdated',
    problems: ['comment_outdated'],
    text: 'コメントに、変わる前の査定額などが残っている商品',
  },
]

const lackText = ({ problems, priceReason, priceReasonAmount, uplift }: Assessed): string => {
  if (problems.includes('price_reason_missing') && priceReason && priceReasonAmount !== null)
    return `理由は ${formatYen(priceReasonAmount)}${uplift > 0 ? '(上乗せを除く)' : ''} のときのものです`
  const lacks = [
    problems.includes('price_reason_missing') && '理由',
    problems.includes('price_photo_missing') && '理由の写真',
  ]
  return `${lacks.filter(Boolean).join('・')}がありません`
}

const namedText = (item: Assessed): string =>
  `${formatYen(withoutUplift(item) ?? 0)}(事前の下限 ${formatYen(item.namedLow ?? 0)})`

/** `¥5,000(これまで ¥8,000〜¥10,000・5件)` */
function bandText(item: Assessed): string {
  const { evidence } = item
  const price = withoutUplift(item)
  if (price !== null && isBelowNamed(price, item.namedLow)) return namedText(item)
  if (price === null || !evidence) return ''
  return `${formatYen(price)}${item.uplift > 0 ? '・上乗せを除く' : ''}(これまで ${formatYen(evidence.min)}〜${formatYen(evidence.max)}・${evidence.n}件)`
}

export function checksOf(result: Assessment, request: Of): Check[] {
  const live = result.items.filter(({ itemStatus }) => itemStatus <= I.NOT_BUYABLE)
  const priced = live.filter(({ itemStatus }) => itemStatus === I.ASSESSED)
  const about = (items: readonly Assessed[], text: (item: Assessed) => string = () => '') =>
    items.map((item) => ({ slug: item.slug, seq: item.seq, text: text(item) }))
  const bad = bads.flatMap(({ key, problems, text, of }): Check[] => {
    const items = live.filter((item) => item.problems.some((problem) => problems.includes(problem)))
    if (items.length === 0) return []
    return [{ key, bad: true, text: `${text} ${items.length}点`, items: about(items, of) }]
  })
  const note = (key: string, items: readonly Assessed[], text: string, of?: (item: Assessed) => string) =>
    items.length === 0 ? [] : [{ key, bad: false, note: true, text, items: about(items, of) }]
  const below = priced.filter(({ priceBand, problems }) => priceBand === 'below' && problems.length === 0)
  const above = priced.filter(({ priceBand, problems }) => priceBand === 'above' && problems.length === 0)
  const named = priced.filter(
    (item) => isBelowNamed(withoutUplift(item), item.namedLow) && item.problems.length === 0,
  )
  const outside = priced.filter(({ authenticity }) => authenticity === 0)
  const wordless = priced.filter(({ deductions, comment }) => deductions.length > 0 && comment.trim() === '')
  return [
    ...bad,
    ...(bad.length === 0 ? [{ key: 'ready', bad: false, text: '査定・写真・真贋がそろっています' }] : []),
    ...countChecks(result, request),
    ...(request.isHeld ? [{ key: 'held', bad: true, text: '保留中です' }] : []),
    ...note('below', below, `これまでの買取より低い値段 ${below.length}点(理由を添えて公開します)`, bandText),
    ...note(
      'named',
      named,
      `事前にお伝えした幅より低い値段 ${named.length}点(理由を添えて公開します)`,
      namedText,
    ),
    ...note('above', above, `これまでの買取より高い値段 ${above.length}点`, bandText),
    ...note('outside', outside, `真贋が「基準外」で値段のついた商品 ${outside.length}点`),
    ...note('words', wordless, `減額があってコメントのない商品 ${wordless.length}点`),
  ]
}

function countChecks(result: Assessment, request: Of): Check[] {
  const { itemCount: declared, arrivedItemCount: arrived } = request
  const isWhole = arrived === result.items.length
  const differs = declared !== null && arrived !== null && declared !== arrived
  const waits = request.countObjections.some(({ answeredAt }) => answeredAt === null)
  return [
    {
      key: 'count',
      bad: false,
      note: !isWhole,
      text: isWhole
        ? `受け取った ${result.items.length}点がそろっています`
        : `受け取りは ${arrived ?? '—'}点、結果は ${result.items.length}点です`,
    },
    ...(differs
      ? [
          {
            key: 'declared',
            bad: false,
            note: true,
            text: `申告は ${declared}点、受け取りは ${arrived}点です`,
          },
        ]
      : []),
    ...(waits
      ? [{ key: 'objection', bad: false, note: true, text: '点数のご指摘に、まだお返事していません' }]
      : []),
  ]
}
