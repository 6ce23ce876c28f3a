import { styled } from '@mui/material/styles'
import { type ReactNode, type Ref, useState } from 'react'
import { gradeBandLabel, gradeWords } from '#contract/codes'
import { addsUp } from '#contract/price'
import { Inset } from '#web/ui/card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { PriceRange } from '#web/ui/price-range.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { Band } from './grade-guide.tsx'
import { ItemPhotos } from './item-photos.tsx'
import { deductionName, itemName, priceText } from './item-words.ts'
import type { AssessedItem } from './shared/assessment-types.ts'

const GradeGuide = onDemand(() => import('./grade-guide.tsx'))

const Root = styled('article')(({ theme }) => ({
  overflow: 'hidden',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: 18,
  '& .words': { padding: '12px 16px 16px' },
  '& .brand': { fontSize: 12, fontWeight: 700, letterSpacing: '0.04em', lineHeight: 1.5 },
  '& h2': { fontSize: 17, lineHeight: 1.45, fontWeight: 700, outline: 'none' },
  [theme.breakpoints.up('md')]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1.25fr) minmax(320px, 1fr)',
    gap: 36,
    overflow: 'visible',
    background: 'none',
    border: 0,
    '& .words': { padding: 0 },
    '& h2': { fontSize: 24 },
  },
}))

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0 12px',
  fontSize: 13,
  '& button': { fontWeight: 700 },
})

const Price = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  '& > span:first-of-type': { fontSize: 13, color: theme.okuru.palette.font.sub },
  '& .amount': { fontSize: 34, lineHeight: 1.25 },
  [theme.breakpoints.up('md')]: { marginTop: 12, '& .amount': { fontSize: 44 } },
}))

const Sum = styled('dl')(({ theme }) => ({
  marginTop: 6,
  paddingTop: 6,
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  fontSize: 13,
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 16, padding: '2px 0' },
  '& > div[data-total]': {
    marginTop: 4,
    paddingTop: 6,
    borderTop: `1px dashed ${theme.okuru.palette.border.medium}`,
    fontWeight: 700,
  },
  // Lines with a photo are as high as a touch target.
  '& > div:has(button)': { alignItems: 'center', padding: 0 },
}))

const Folded = styled('details')(({ theme }) => ({
  marginTop: 6,
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  fontSize: 13,
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    minHeight: 44,
    listStyle: 'none',
    cursor: 'pointer',
  },
  '& > summary::-webkit-details-marker': { display: 'none' },
  '& > summary b': {
    color: theme.okuru.palette.primary.main,
    textDecoration: 'underline',
    textUnderlineOffset: 3,
  },
  '&[open] > summary b': { display: 'none' },
  '& > dl': { borderTop: 0, marginTop: 0, paddingTop: 0 },
}))

const PhotoLink = styled('button')(({ theme }) => ({
  minWidth: 44,
  minHeight: 44,
  padding: '0 4px',
  border: 0,
  background: 'none',
  font: 'inherit',
  fontWeight: 700,
  color: theme.okuru.palette.primary.main,
  textDecoration: 'underline',
  textUnderlineOffset: 3,
  cursor: 'pointer',
}))

const Comment = styled('p')(({ theme }) => ({
  marginTop: 12,
  fontSize: 13,
  lineHeight: 1.7,
  whiteSpace: 'pre-line',
  '& b': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
}))

const Before = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  marginTop: 8,
  overflow: 'hidden',
  fontSize: 13,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: 12,
  '& > div': { padding: '8px 12px' },
  '& > div + div': {
    background: theme.okuru.palette.primary.lightest,
    borderLeft: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& dt': { fontSize: 12, color: theme.okuru.palette.font.sub },
  '& dd': { fontVariantNumeric: 'tabular-nums' },
  '& dd b': { display: 'block', fontSize: 17 },
}))

type Props = {
  item: AssessedItem
  heading?: Ref<HTMLHeadingElement>
  /** Above the words, such as the article's number. */
  lead?: ReactNode
  /** Beside the grade. */
  action?: ReactNode
  onAsk?: (() => void) | undefined
  children?: ReactNode
}

const bandOf = (grade: string | null): Band | undefined => {
  const band = grade?.slice(0, 1)
  return band && Object.hasOwn(gradeBandLabel, band) ? (band as Band) : undefined
}

export function ItemArticle({ item, heading, lead, action, onAsk, children }: Props) {
  const [photo, setPhoto] = useState<number>()
  const numberOf = (id: number | null) => item.images.findIndex((image) => image.id === id)
  const showPhoto = (id: number | null): ReactNode => {
    const index = numberOf(id)
    return index < 0 ? null : (
      <PhotoLink type="button" onClick={() => setPhoto(index)}>
        写真{index + 1}
      </PhotoLink>
    )
  }
  return (
    <Root aria-label={itemName(item)}>
      <ItemPhotos item={item} open={photo} onOpen={setPhoto} onAsk={onAsk} />
      <div className="words">
        {lead}
        {item.brandName && <p className="brand">{item.brandName}</p>}
        <h2 ref={heading} tabIndex={-1}>
          {itemName(item)}
        </h2>
        <State item={item} action={action} />
        {item.price === null ? (
          <Sum>
            <div>
              <dt>{`理由: ${item.notBuyableReason || 'お店へお問い合わせください'}`}</dt>
            </div>
          </Sum>
        ) : (
          <>
            <Price>
              <span>査定額</span>
              <Yen amount={item.price} className="amount" />
            </Price>
            <BeforeAndNow item={item} />
            <Arithmetic item={item} showPhoto={showPhoto} />
            {item.evidence && (
              <Inset style={{ marginTop: 10 }}>
                <PriceRange
                  spread={{ ...item.evidence, count: item.evidence.n }}
                  price={item.price}
                  uplift={item.uplift}
                />
              </Inset>
            )}
            {item.priceReason && (
              <Comment>
                <b>
                  {item.priceBand === 'below' ? 'これまでの買取より低い理由' : '事前のお見積もりより低い理由'}
                </b>
                {item.priceReason} {showPhoto(item.priceReasonPhoto)}
              </Comment>
            )}
          </>
        )}
        {item.comment && (
          <Comment>
            <b>査定した人から</b>
            {item.comment}
          </Comment>
        )}
        {children}
      </div>
    </Root>
  )
}

function State({ item, action }: { item: AssessedItem; action: ReactNode }) {
  const [open, setOpen] = useState(false)
  const band = bandOf(item.grade)
  const facts = [item.size, item.color, item.material].filter(Boolean).join('・')
  return (
    <>
      <p style={{ fontSize: 13 }}>
        {item.grade && <b style={{ fontSize: 14 }}>{gradeWords(item.grade)}</b>}
        {item.price === null && <StatusChip tone="gray">値段がつきません</StatusChip>}
        {facts && `${item.grade ? '・' : ' '}${facts}`}
      </p>
      <Line>
        {band && (
          <TextButton type="button" onClick={() => setOpen(true)}>
            {`${gradeBandLabel[band]}の例を見る`}
          </TextButton>
        )}
        {action}
      </Line>
      {open && <GradeGuide band={band} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What the second look changed. */
function BeforeAndNow({ item }: { item: AssessedItem }) {
  const { before } = item
  if (!before) return null
  const same = before.price === item.price && before.grade === item.grade
  if (same) return <p style={{ fontSize: 13 }}>再査定のあとも、値段は変わりません。</p>
  return (
    <Before aria-label="再査定の前と後">
      {[
        { term: 'はじめの査定', of: before },
        { term: '再査定のあと', of: item },
      ].map(({ term, of }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <b>{priceText(of.price)}</b>
            {of.grade && gradeWords(of.grade)}
          </dd>
        </div>
      ))}
    </Before>
  )
}

type SumProps = { item: AssessedItem; showPhoto: (id: number | null) => ReactNode }

/** Folded when nothing was taken off or added. */
function Arithmetic({ item, showPhoto }: SumProps) {
  if (!addsUp(item)) return null
  if (item.deductions.length > 0 || item.uplift > 0) return <Lines item={item} showPhoto={showPhoto} />
  return (
    <Folded>
      <summary>
        減額なし(基準額のまま)<b>内訳を開く</b>
      </summary>
      <Lines item={item} showPhoto={showPhoto} />
    </Folded>
  )
}

function Lines({ item, showPhoto }: SumProps) {
  return (
    <Sum>
      <div>
        <dt>基準額</dt>
        <dd>
          <Yen amount={item.basePrice} strong={false} />
        </dd>
      </div>
      {item.deductions.map((line) => (
        <div key={`${line.label}-${line.place}-${line.amount}`}>
          <dt>
            {deductionName(line)} {showPhoto(line.photo)}
          </dt>
          <dd>
            <Yen amount={-line.amount} strong={false} />
          </dd>
        </div>
      ))}
      {item.uplift > 0 && (
        <div>
          <dt>{item.campaignName || '上乗せ'}</dt>
          <dd>
            <Yen amount={item.uplift} strong={false} signed />
          </dd>
        </div>
      )}
      <div data-total="">
        <dt>合計</dt>
        <dd>
          <Yen amount={item.price} />
        </dd>
      </div>
    </Sum>
  )
}
