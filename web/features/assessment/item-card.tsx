import { styled } from '@mui/material/styles'
import { type ReactNode, type Ref, useState } from 'react'
import { type Decision, isPriced } from '#contract/answer'
import { decisionLabel, gradeWords } from '#contract/codes'
import { addsUp } from '#contract/price'
import { formatYen } from '#contract/text'
import { Card, Inset } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { PriceRange } from '#web/ui/price-range.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { AssessedItem } from './shared/assessment-types.ts'
import { PhotoGallery } from './shared/photo-gallery.tsx'

const Root = styled(Card)(({ theme }) => ({
  '&[data-open]': { borderColor: theme.okuru.palette.error.main },
}))

const Head = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '84px minmax(0, 1fr)',
  gap: 14,
  // At high zoom the text beside the picture would be one letter wide.
  '@media (max-width: 280px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& h2': { fontSize: 15, lineHeight: 1.5, fontWeight: 700 },
  '& .brand': { fontSize: 12, fontWeight: 700, letterSpacing: '0.04em' },
  '& .chips': { display: 'flex', flexWrap: 'wrap', gap: 6, marginTop: 6 },
  '& .size': { fontSize: 12, color: theme.okuru.palette.font.sub },
}))

const Thumb = styled('button')(({ theme }) => ({
  position: 'relative',
  width: 84,
  height: 104,
  padding: 0,
  border: 0,
  borderRadius: 12,
  background: 'none',
  cursor: 'pointer',
  '&:focus-visible': { outline: `3px solid ${theme.okuru.palette.primary.light}`, outlineOffset: 2 },
  '& > span': {
    position: 'absolute',
    right: 6,
    bottom: 6,
    padding: '0 7px',
    fontSize: 11,
    lineHeight: '18px',
    color: '#ffffff',
    background: 'rgb(0 0 0 / 0.62)',
    borderRadius: 9,
  },
}))

const Frame = styled(PhotoFrame)(({ theme }) => ({
  width: 84,
  height: 104,
  color: theme.okuru.palette.font.sub,
}))

const Price = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  marginTop: 8,
  '& > span:first-of-type': { fontSize: 13, color: theme.okuru.palette.font.sub },
}))

const Sum = styled('dl')(({ theme }) => ({
  marginTop: 12,
  paddingTop: 10,
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  fontSize: 13,
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 16, padding: '3px 0' },
  '& > div[data-total]': {
    marginTop: 6,
    paddingTop: 8,
    borderTop: `1px dashed ${theme.okuru.palette.border.medium}`,
    fontWeight: 700,
  },
  // Lines with a photo are as high as a touch target.
  '& > div:has(button)': { alignItems: 'center', padding: 0 },
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

type Props = {
  item: AssessedItem
  decision: Decision | undefined
  onDecide?: (decision: Decision) => void
  /** The answer was submitted without a decision for this item. */
  missing?: boolean
  choiceRef?: Ref<HTMLDivElement>
}

export function ItemCard({ item, decision, onDecide, missing = false, choiceRef }: Props) {
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
    <Root as="article" data-open={missing ? '' : undefined} aria-label={item.name}>
      <Head>
        <Picture item={item} onOpen={() => setPhoto(0)} />
        <div>
          {item.brandName && <p className="brand">{item.brandName}</p>}
          <h2>{item.name || item.categoryName || `${item.seq}点目`}</h2>
          <div className="chips">
            {item.grade && <StatusChip>{gradeWords(item.grade)}</StatusChip>}
            {item.price === null && <StatusChip tone="gray">値段がつきません</StatusChip>}
          </div>
        </div>
      </Head>
      {item.price === null ? (
        <Sum>
          <div>
            <dt>理由: {item.notBuyableReason || 'お店へお問い合わせください'}</dt>
          </div>
        </Sum>
      ) : (
        <>
          <Price>
            <span>査定額</span>
            <Yen amount={item.price} size={24} />
          </Price>
          <Arithmetic item={item} showPhoto={showPhoto} />
          {item.evidence && (
            <Inset style={{ marginTop: 12 }}>
              <PriceRange spread={{ ...item.evidence, count: item.evidence.n }} price={item.price} />
            </Inset>
          )}
          {item.priceReason && (
            <Comment>
              <b>これまでの買取より低い理由</b>
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
      {onDecide && (
        <div ref={choiceRef} style={{ marginTop: 14 }}>
          <Choice {...{ item, decision, onDecide, missing }} />
        </div>
      )}
      <PhotoGallery
        photos={item.images}
        at={photo}
        title={item.name || `${item.seq}点目`}
        onAt={setPhoto}
        onClose={() => setPhoto(undefined)}
      />
    </Root>
  )
}

function Picture({ item, onOpen }: { item: AssessedItem; onOpen: () => void }) {
  const [first] = item.images
  if (!first) {
    return (
      <Frame>
        <Icon name="hanger" size={36} />
      </Frame>
    )
  }
  return (
    <Thumb
      type="button"
      onClick={onOpen}
      aria-label={`${item.name}の写真を大きく見る(${item.images.length}枚)`}
    >
      <Frame as="span" style={{ position: 'static', padding: 0, background: 'none' }}>
        <img src={first.thumbnailUrl || first.url} alt="" width={84} height={104} loading="lazy" />
      </Frame>
      {item.images.length > 1 && <span aria-hidden>{item.images.length}枚</span>}
    </Thumb>
  )
}

function Arithmetic({
  item,
  showPhoto,
}: {
  item: AssessedItem
  showPhoto: (id: number | null) => ReactNode
}) {
  if (!addsUp(item)) return null
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
            {line.label}
            {line.place && !line.label.includes(line.place) && `(${line.place})`} {showPhoto(line.photo)}
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

type ChoiceProps = {
  item: AssessedItem
  decision: Decision | undefined
  onDecide: (decision: Decision) => void
  missing: boolean
}

function Choice({ item, decision, onDecide, missing }: ChoiceProps) {
  return (
    <Segmented
      legend={`${item.name || `${item.seq}点目`}をどうしますか`}
      value={decision}
      onChange={onDecide}
      error={missing ? '売るか、返してもらうかをお選びください。' : undefined}
      segments={
        isPriced(item.itemStatus)
          ? [
              { value: 'sell', label: `${decisionLabel.sell} ${formatYen(item.price ?? 0)}` },
              { value: 'return', label: decisionLabel.return },
            ]
          : [
              { value: 'dispose', label: decisionLabel.dispose },
              { value: 'return', label: decisionLabel.return },
            ]
      }
    />
  )
}
