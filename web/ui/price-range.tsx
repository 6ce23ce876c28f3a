import { styled } from '@mui/material/styles'
import { formatYen } from '#contract/text'
import { at, barStyle, PriceLegend, type PriceSpread, PriceTable, percent } from './price-bar.tsx'

export function shareOf(value: number, { min, max }: Pick<PriceSpread, 'min' | 'max'>): number {
  if (max > min) return Math.min(1, Math.max(0, (value - min) / (max - min)))
  return value < min ? 0 : value > max ? 1 : 0.5
}

/** What the spread is of. */
type Past = '買取' | '販売'

export function verdictOf(
  price: number,
  { min, q1, median, max }: PriceSpread,
  of: Past = '買取',
): string | undefined {
  if (price < min) return `これまでの${of}より低い値段です。`
  if (price > max) return `これまでの${of}より高い値段です。`
  return price < q1 ? `中央値より${formatYen(median - price)}低い値段です。` : undefined
}

// The width of the bar on the narrowest phone, and approximate glyph widths at 11 px.
const NARROWEST = 220
const widthOf = (text: string): number =>
  [...text].reduce((width, char) => width + (char.charCodeAt(0) > 0xff ? 11 : 6.6), 0)

/** Whether the median label fits between the end labels; otherwise it gets its own line. */
function fitsBetween(share: number, labels: { low: string; middle: string; high: string }): boolean {
  const [low, middle, high] = [widthOf(labels.low), widthOf(labels.middle), widthOf(labels.high)]
  const left = share * (NARROWEST - middle)
  return left > low + 8 && left + middle < NARROWEST - high - 8
}

const Root = styled('figure')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    ...barStyle(theme),
    containerType: 'inline-size',
    '& figcaption': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      gap: '0 12px',
      fontSize: 12,
      lineHeight: 1.6,
    },
    '& figcaption b': { fontWeight: 700 },
    '& figcaption span': { color: palette.font.sub },
    '& .drawing': {
      margin: '6px 18px 0',
      fontSize: 11,
      lineHeight: '16px',
      fontVariantNumeric: 'tabular-nums',
      color: palette.font.sub,
    },
    '& .line': { position: 'relative', height: 16 },
    '& .line > span': { position: 'absolute', whiteSpace: 'nowrap' },
    '& .own': { fontSize: 12, fontWeight: 700, color: palette.font.main },
    '& .legend': { marginTop: 6 },
    // On a zoomed page the labels would overlap: one per line instead.
    [`@container (max-width: ${NARROWEST}px)`]: {
      '& .drawing': { margin: '6px 0 0' },
      '& .bar': { margin: '0 18px' },
      '& .line': { height: 'auto' },
      '& .line > span': {
        position: 'static',
        display: 'block',
        whiteSpace: 'normal',
        transform: 'none !important',
      },
    },
    '& .verdict': { marginTop: 4, fontSize: 13, fontWeight: 700, lineHeight: 1.6 },
    '& .basis': { marginTop: 4, fontSize: 12, lineHeight: 1.6, color: palette.font.sub },
  }
})

type Side = 'below' | 'above' | undefined

const sideOf = (price: number, { min, max }: PriceSpread): Side =>
  price < min ? 'below' : price > max ? 'above' : undefined

type Props = {
  spread: PriceSpread & { days: number }
  /** The own value, ringed on the bar; without it the bar shows the past purchases alone. */
  price?: number
  /** What a campaign adds to it; past purchases are without, and so is the value on the bar. */
  uplift?: number
  title?: string
  of?: Past
}

/** 値段の理由: the spread of past purchases, the middle half, the median, and this price in it. */
export function PriceRange({ spread, price: offered, uplift = 0, title = '値段の理由', of }: Props) {
  const price = offered === undefined ? undefined : offered - uplift
  const { q1, median, q3, count, days } = spread
  const verdict = price === undefined ? undefined : verdictOf(price, spread, of)
  return (
    <Root>
      <figcaption>
        <b>{title}</b>
        <span>{`同じ条件の${of ?? '買取'} ${count}件・直近${days}日`}</span>
      </figcaption>
      <div className="drawing" aria-hidden>
        {price !== undefined && <OwnLabel spread={spread} price={price} />}
        <div className="bar">
          <i className="all" style={{ left: 0, right: 0 }} />
          <i
            className="half"
            style={{ left: percent(shareOf(q1, spread)), right: percent(1 - shareOf(q3, spread)) }}
          />
          <i className="median" style={{ left: percent(shareOf(median, spread)) }} />
          {price !== undefined && (
            <i className="mark" style={{ left: markPlace(shareOf(price, spread), sideOf(price, spread)) }} />
          )}
        </div>
        <EndLabels spread={spread} />
        <PriceLegend own={price !== undefined} />
      </div>
      {verdict && <p className="verdict">{verdict}</p>}
      {price !== undefined && uplift > 0 && (
        <p className="basis">{`キャンペーンの上乗せ ${formatYen(uplift)} を除いた金額どうしで比べています。`}</p>
      )}
      <PriceTable spread={spread} price={price} of={of} />
    </Root>
  )
}

function OwnLabel({ spread, price }: { spread: PriceSpread; price: number }) {
  const side = sideOf(price, spread)
  return (
    <div className="line">
      <span className="own" data-side={side} style={at(shareOf(price, spread))}>
        {side === 'below' && '← '}
        {`この品 ${formatYen(price)}`}
        {side && '(範囲の外)'}
        {side === 'above' && ' →'}
      </span>
    </div>
  )
}

function EndLabels({ spread }: { spread: PriceSpread }) {
  const middle = shareOf(spread.median, spread)
  const labels = {
    low: `最低 ${formatYen(spread.min)}`,
    middle: `中央値 ${formatYen(spread.median)}`,
    high: `最高 ${formatYen(spread.max)}`,
  }
  const together = fitsBetween(middle, labels)
  const medianLabel = <span style={at(middle)}>{labels.middle}</span>
  return (
    <>
      <div className="line">
        <span style={{ left: 0 }}>{labels.low}</span>
        {together && medianLabel}
        <span style={{ right: 0 }}>{labels.high}</span>
      </div>
      {!together && <div className="line">{medianLabel}</div>}
    </>
  )
}

/**
 * A price outside the range is drawn beyond the bar's end: at the end it would look like the lowest or highest price.
 */
const markPlace = (own: number, side: Side): string =>
  side === 'below' ? '-10px' : side === 'above' ? 'calc(100% + 10px)' : percent(own)
