import { styled } from '@mui/material/styles'
import { formatYen } from '#contract/text'
import { VisuallyHidden } from './visually-hidden.tsx'

export type PriceSpread = {
  min: number
  q1: number
  median: number
  q3: number
  max: number
  count: number
  days: number
}

export function shareOf(value: number, { min, max }: Pick<PriceSpread, 'min' | 'max'>): number {
  if (max > min) return Math.min(1, Math.max(0, (value - min) / (max - min)))
  return value < min ? 0 : value > max ? 1 : 0.5
}

export function verdictOf(price: number, { min, q1, median, max }: PriceSpread): string | undefined {
  if (price < min) return 'これまでの買取より低い値段です。'
  if (price > max) return 'これまでの買取より高い値段です。'
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
  const track = `color-mix(in oklab, ${palette.primary.light} 42%, #fff)`
  return {
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
    '& .bar': { position: 'relative', height: 22 },
    '& .bar > i': { position: 'absolute', top: 8, height: 6, borderRadius: 3 },
    '& .all, & .legend .all': { background: track },
    '& .half, & .legend .half': { background: palette.primary.light },
    '& .bar > .median': {
      top: 2,
      width: 3,
      height: 18,
      marginLeft: -1.5,
      background: palette.primary.dark,
    },
    '& .bar > .mark': {
      top: 3,
      width: 16,
      height: 16,
      marginLeft: -8,
      borderRadius: '50%',
      background: palette.bg.paper,
      border: `4px solid ${palette.primary.dark}`,
    },
    '& .legend': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '0 12px',
      marginTop: 6,
      fontSize: 11,
      lineHeight: '18px',
      color: palette.font.sub,
    },
    '& .legend span': { display: 'inline-flex', alignItems: 'center', gap: 5, whiteSpace: 'nowrap' },
    '& .legend i': { width: 14, height: 6, borderRadius: 3 },
    '& .legend .median': { width: 3, height: 12, borderRadius: 0, background: palette.primary.dark },
    '& .legend .mark': {
      width: 12,
      height: 12,
      borderRadius: '50%',
      background: palette.bg.paper,
      border: `3px solid ${palette.primary.dark}`,
    },
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
  }
})

const percent = (share: number): string => `${share * 100}%`

const at = (share: number) => ({ left: percent(share), transform: `translateX(-${percent(share)})` })

type Props = { spread: PriceSpread; price: number; title?: string }

/** 値段の理由: the spread of past purchases, the middle half, the median, and this price in it. */
export function PriceRange({ spread, price, title = '値段の理由' }: Props) {
  const { min, q1, median, q3, max, count, days } = spread
  const own = shareOf(price, spread)
  const middle = shareOf(median, spread)
  const side = price < min ? 'below' : price > max ? 'above' : undefined
  const labels = {
    low: `最低 ${formatYen(min)}`,
    middle: `中央値 ${formatYen(median)}`,
    high: `最高 ${formatYen(max)}`,
  }
  const together = fitsBetween(middle, labels)
  const medianLabel = <span style={at(middle)}>{labels.middle}</span>
  const verdict = verdictOf(price, spread)
  return (
    <Root>
      <figcaption>
        <b>{title}</b>
        <span>{`同じ条件の買取 ${count}件・直近${days}日`}</span>
      </figcaption>
      <div className="drawing" aria-hidden>
        <div className="line">
          <span className="own" data-side={side} style={at(own)}>
            {side === 'below' && '← '}
            {`この品 ${formatYen(price)}`}
            {side && '(範囲の外)'}
            {side === 'above' && ' →'}
          </span>
        </div>
        <div className="bar">
          <i className="all" style={{ left: 0, right: 0 }} />
          <i
            className="half"
            style={{ left: percent(shareOf(q1, spread)), right: percent(1 - shareOf(q3, spread)) }}
          />
          <i className="median" style={{ left: percent(middle) }} />
          <i className="mark" style={{ left: markPlace(own, side) }} />
        </div>
        <div className="line">
          <span style={{ left: 0 }}>{labels.low}</span>
          {together && medianLabel}
          <span style={{ right: 0 }}>{labels.high}</span>
        </div>
        {!together && <div className="line">{medianLabel}</div>}
        <Legend />
      </div>
      {verdict && <p className="verdict">{verdict}</p>}
      <SpreadTable spread={spread} price={price} />
    </Root>
  )
}

/**
 * A price outside the range is drawn beyond the bar's end: at the end it would look like the lowest or highest price.
 */
const markPlace = (own: number, side: 'below' | 'above' | undefined): string =>
  side === 'below' ? '-10px' : side === 'above' ? 'calc(100% + 10px)' : percent(own)

function Legend() {
  return (
    <div className="legend">
      <span>
        <i className="all" />
        全体
      </span>
      <span>
        <i className="half" />
        半数がこの範囲
      </span>
      <span>
        <i className="median" />
        中央値
      </span>
      <span>
        <i className="mark" />
        この品
      </span>
    </div>
  )
}

function SpreadTable({ spread, price }: { spread: PriceSpread; price: number }) {
  const rows: Array<[string, number]> = [
    ['この品の値段', price],
    ['最低', spread.min],
    ['下から4分の1', spread.q1],
    ['中央値', spread.median],
    ['上から4分の1', spread.q3],
    ['最高', spread.max],
  ]
  return (
    <VisuallyHidden as="div">
      <table>
        <caption>{`これまでの買取 ${spread.count}件の値段`}</caption>
        <tbody>
          {rows.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatYen(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
