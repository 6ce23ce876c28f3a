import { styled } from '@mui/material/styles'
import type { assessmentCalls } from '#contract/assessment'
import { gradeWords, labelOf, unpricedPolicyLabel } from '#contract/codes'
import { evidenceMinimum } from '#contract/evidence'
import { itemStatus as I, requestStatus as S } from '#contract/lifecycle'
import { withoutUplift } from '#contract/price'
import { isReasonShown } from '#contract/publication'
import { formatYen } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { PriceRange } from '#web/ui/price-range.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'

import { QuestionCard } from './question-card.tsx'

export type Assessment = AskResult<typeof assessmentCalls.get>
type Assessed = Assessment['items'][number]

const Sheet = styled(Card)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 0,
  padding: 0,
  overflow: 'hidden',
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '2px 16px',
    padding: '14px 18px',
    color: theme.okuru.palette.brand.contrastText,
    background: theme.okuru.palette.brand.main,
  },
  '& > header p': { fontSize: 12, opacity: 0.85, flexBasis: '100%' },
  '& > article': {
    display: 'grid',
    gridTemplateColumns: '96px minmax(0, 1fr)',
    gap: 14,
    padding: '14px 18px',
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& article h2': { margin: 0, fontSize: 13, fontWeight: 700, lineHeight: 1.5 },
  '& .line': { display: 'flex', justifyContent: 'space-between', gap: 12, alignItems: 'baseline' },
  '& .sums': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '0 12px',
    maxWidth: 320,
    margin: '6px 0',
    fontSize: 12,
  },
  '& .sums dd': { textAlign: 'right' },
  '& .comment': { fontSize: 13, whiteSpace: 'pre-wrap' },
  '& figure': { maxWidth: 320, marginTop: 6 },
}))

const Photo = styled(PhotoFrame)({ width: 96, height: 116, borderRadius: 10, position: 'relative' })

export function ResultPreview({ result, shopName }: { result: Assessment; shopName: string }) {
  const priced = result.items.filter(({ itemStatus }) => itemStatus !== I.NOT_BUYABLE)
  const isAnswerable = ([S.OFFERED, S.REASSESSING, S.ANSWERED] as number[]).includes(result.status)
  return (
    <Sheet aria-label="お客さまに見える内容">
      <header>
        <span>{`${shopName}の査定結果 ・ ${result.items.length}点`}</span>
        <Yen amount={result.total} size={24} />
        <p>
          {`値段のついた品 ${priced.length}点。値段がつかない品は「${labelOf(unpricedPolicyLabel, result.unpricedPolicy)}」。返送料 ${formatYen(result.returnCost)}。`}
        </p>
      </header>
      {result.items.map((item) => (
        <Article key={item.slug} item={item} isAnswerable={isAnswerable} />
      ))}
    </Sheet>
  )
}

const isOfOtherPrice = ({ problems }: Assessed): boolean => problems.includes('price_reason_missing')

function Article({ item, isAnswerable }: { item: Assessed; isAnswerable: boolean }) {
  const { images, brandName, name, categoryName, grade, price, evidence } = item
  const title = [brandName, name || categoryName].filter(Boolean).join(' ') || `${item.seq}点目(未入力)`
  const refused = item.itemStatus === I.NOT_BUYABLE
  return (
    <article>
      <Photo>
        {images[0] ? (
          <img src={images[0].thumbnailUrl} alt={`${title}の写真`} loading="lazy" />
        ) : (
          <Icon name="hanger" size={32} style={{ opacity: 0.4 }} />
        )}
      </Photo>
      <div>
        <div className="line">
          <h2>
            {title} {item.isDisputed && <StatusChip tone="wait">見直しの希望</StatusChip>}
          </h2>
          {refused ? (
            <StatusChip tone="gray">今回は値段がつきません</StatusChip>
          ) : (
            <Yen amount={price} size={18} />
          )}
        </div>
        {grade && <Muted style={{ fontSize: 12 }}>{`${gradeWords(grade)} ・ 写真${images.length}枚`}</Muted>}
        {!refused && item.basePrice !== null && <Sums item={item} />}
        {refused && <p className="comment">理由: {item.notBuyableReason || '(未入力)'}</p>}
        {item.comment && <p className="comment">{item.comment}</p>}
        {!refused && evidence && evidence.n >= evidenceMinimum && price !== null && (
          <PriceRange spread={{ ...evidence, count: evidence.n }} price={price} uplift={item.uplift} />
        )}
        {isReasonShown(withoutUplift(item), item) && item.priceReason && !isOfOtherPrice(item) && (
          <p className="comment">
            {item.priceBand === 'below' ? 'これまでの買取より低い理由' : '事前にお伝えした幅より低い理由'}:{' '}
            {item.priceReason}
          </p>
        )}
        {item.questions.length > 0 && (
          <div style={{ marginTop: 10 }}>
            <Stack gap={10}>
              {item.questions.map((question) => (
                <QuestionCard key={question.id} question={question} isAnswerable={isAnswerable} />
              ))}
            </Stack>
          </div>
        )}
      </div>
    </article>
  )
}

function Sums({ item }: { item: Assessed }) {
  return (
    <dl className="sums">
      <dt>基準額</dt>
      <dd>
        <Yen amount={item.basePrice} strong={false} />
      </dd>
      {item.deductions.map(({ label, place, amount }) => (
        <Line
          key={`${label}-${place}-${amount}`}
          term={[label, place].filter(Boolean).join('・')}
          amount={-amount}
        />
      ))}
      {item.uplift > 0 && <Line term={item.campaignName || '上乗せ'} amount={item.uplift} />}
    </dl>
  )
}

const Line = ({ term, amount }: { term: string; amount: number }) => (
  <>
    <dt>{term}</dt>
    <dd>
      <Yen amount={amount} strong={false} signed />
    </dd>
  </>
)
