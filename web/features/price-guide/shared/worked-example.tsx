import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatYen } from '#contract/text'
import { Inset } from '#web/ui/card.tsx'
import { flawKindOf, flawPicture, type GarmentShape, garmentPicture, shapeOf } from '#web/ui/garment.tsx'
import { PriceRange } from '#web/ui/price-range.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { bandOptions, type Example, spreadOf, useExample } from './use-price-guide.ts'

const Root = styled('article')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    overflow: 'hidden',
    background: palette.bg.paper,
    border: `1px solid ${palette.border.main}`,
    borderRadius: theme.okuru.radius.card,
    boxShadow: theme.okuru.shadow.card,
    '& .in': { padding: 16, [theme.breakpoints.up('md')]: { padding: '18px 24px 22px' } },
    '& .title': { display: 'flex', justifyContent: 'space-between', alignItems: 'flex-end', gap: 12 },
    '& .brand': { fontSize: 12, fontWeight: 700, letterSpacing: '.03em', lineHeight: 1.5 },
    '& h2': { ...theme.typography.h3, fontSize: 15 },
    '& .parts': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 12,
      [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 7fr)', gap: 24 },
    },
    '& dl': { marginTop: 12, paddingTop: 8, borderTop: `1px solid ${palette.border.main}`, fontSize: 13 },
    '& dl > div': { display: 'flex', justifyContent: 'space-between', gap: 8, padding: '2px 0' },
    '& dl > .sum': {
      marginTop: 6,
      paddingTop: 6,
      borderTop: `1px dashed ${palette.border.medium}`,
      fontWeight: 700,
    },
    '& .note': { marginTop: 10, fontSize: 12, lineHeight: 1.6, color: palette.font.sub },
  }
})

const Drawing = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '60% 40%',
  background: 'radial-gradient(at 30% 20%, #f8f4ed, #e6dfd2 60%, #d6cdbd)',
  '& .whole': {
    width: '100%',
    height: 'auto',
    // Its ground passes into the one beside it.
    maskImage: 'linear-gradient(90deg, #000 86%, transparent)',
  },
  '& .near': { alignSelf: 'center', paddingRight: '8%', textAlign: 'center', fontSize: 12, lineHeight: 1.5 },
  '& .lens': { position: 'relative', display: 'block', width: '88%', margin: '0 auto 6px' },
  '& .lens::after': {
    content: '""',
    position: 'absolute',
    inset: '31% 21% 29%',
    border: `2.5px solid ${theme.okuru.palette.error.main}`,
    borderRadius: '50%',
  },
  '& .lens img': {
    width: '100%',
    height: 'auto',
    border: '3px solid #fff',
    borderRadius: '50%',
    boxShadow: '6px 9px 18px rgb(58 46 28 / .35)',
  },
  '& .near b': { display: 'block', fontSize: 20, lineHeight: 1.3, color: theme.okuru.palette.error.main },
  [theme.breakpoints.up('md')]: { '& .near b': { fontSize: 24 }, '& .near': { fontSize: 13 } },
  '& > svg': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  '& .tag': {
    position: 'absolute',
    left: 14,
    top: 10,
    padding: '2px 10px',
    borderRadius: 12,
    fontSize: 12,
    fontWeight: 700,
    background: 'rgb(255 255 255 / .7)',
  },
}))

type Shown = Omit<Example, 'brand' | 'category'>

/** Shown while there are no deals to take one from; the figures are not real, and the card says so. */
const invented: Shown = {
  brandName: 'ブランド A',
  categoryName: 'ジャケット',
  gradeBand: 'A',
  basePrice: 14_500,
  deductions: [{ label: '毛羽立ち', place: '袖口', amount: 1500 }],
  uplift: 1300,
  price: 14_300,
  figures: {
    n: 42,
    min: 8000,
    q1: 10_900,
    median: 12_800,
    q3: 15_600,
    max: 21_000,
    firstOn: '2026-01-01',
    lastOn: '2026-01-01',
  },
}

export function WorkedExample() {
  const { data, isPending } = useExample()
  return <Sheet example={data ?? invented} isReal={Boolean(data)} isPending={isPending} />
}

function Sheet({ example, isReal, isPending }: { example: Shown; isReal: boolean; isPending: boolean }) {
  const { brandName, categoryName, gradeBand, basePrice, deductions, uplift, price, figures } = example
  const condition = bandOptions.find(({ value }) => value === gradeBand)?.label
  return (
    // Hidden but in place until it is known which example it is.
    <Root aria-label="査定結果の例" style={isPending ? { visibility: 'hidden' } : undefined}>
      <FlawedArticle category={categoryName} flaw={deductions[0]} />
      <div className="in">
        <div className="title">
          <div>
            <p className="brand">{brandName}</p>
            <h2>{`${categoryName} ${condition}`}</h2>
          </div>
          <Yen amount={price} size={28} />
        </div>
        <div className="parts">
          <dl>
            <Line name="基準額">{formatYen(basePrice)}</Line>
            {deductions.map(({ label, place, amount }) => (
              <Line key={`${place} ${label}`} name={flawName({ label, place })}>
                <Yen amount={-amount} strong={false} />
              </Line>
            ))}
            {uplift > 0 && <Line name="キャンペーン">{`+${formatYen(uplift)}`}</Line>}
            <Line name="査定額" sum>
              {formatYen(price)}
            </Line>
          </dl>
          <Inset style={{ marginTop: 12 }}>
            <PriceRange spread={spreadOf(figures)} price={price} uplift={uplift} />
          </Inset>
        </div>
        <p className="note">
          {isReal
            ? '実際の査定結果です。絵はイメージで、実際の結果にはお品物の写真が付きます。'
            : '説明のための例です。金額と件数は実際のものではありません。'}
        </p>
      </div>
    </Root>
  )
}

function Line({ name, children, sum }: { name: string; children: ReactNode; sum?: boolean }) {
  return (
    <div className={sum ? 'sum' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const flawName = ({ label, place }: { label: string; place: string }) =>
  place ? `${place}の${label}` : label

const edge: readonly (readonly [RegExp, readonly [x: number, y: number]])[] = [
  [/袖/, [0.83, 0.83]],
  [/襟|首|衿/, [0.5, 0.22]],
  [/脇/, [0.66, 0.45]],
  [/裾|底|四隅/, [0.67, 0.88]],
  [/持ち手|ハンドル/, [0.5, 0.24]],
]

/** Where a flaw is, as shares of the picture. */
const spotOf = (place: string): readonly [number, number] =>
  edge.find(([words]) => words.test(place))?.[1] ?? [0.55, 0.56]

function FlawedArticle({
  category,
  flaw,
}: {
  category: string
  flaw: Example['deductions'][number] | undefined
}) {
  const shape: GarmentShape = shapeOf(category)
  if (!flaw) return null
  // The field is as high as the picture of 480 × 528 at 60 % of the width.
  const [x, y] = spotOf(flaw.place).map((share, axis) => share * (axis === 0 ? 60 : 66)) as [number, number]
  return (
    <Drawing role="img" aria-label={`${category}の絵。${flawName(flaw)}を丸で囲んでいます`}>
      <img className="whole" src={garmentPicture(shape)} alt="" width={480} height={528} />
      <div className="near">
        <span className="lens">
          <img src={flawPicture(shape, flawKindOf(flaw.label))} alt="" width={240} height={240} />
        </span>
        <b>
          <Yen amount={-flaw.amount} />
        </b>
        {flawName(flaw)}
      </div>
      <svg viewBox="0 0 100 66" fill="none" stroke="#c2302d" strokeWidth=".5" aria-hidden>
        <circle cx={x} cy={y} r="4.6" />
        <path d={`M${x + 4.4} ${y - 1.5}L65 29`} />
      </svg>
      <span className="tag">査定結果の例</span>
    </Drawing>
  )
}
