import { styled, useTheme } from '@mui/material/styles'
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

const Root = styled('figure')(({ theme }) => ({
  '& figcaption': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 12px',
    fontSize: 12,
    lineHeight: 1.6,
  },
  '& figcaption b': { fontWeight: 700 },
  '& figcaption span': { color: theme.okuru.palette.font.sub },
  '& svg': { width: '100%', height: 54, marginTop: 2, overflow: 'visible' },
  '& .ends': {
    display: 'flex',
    justifyContent: 'space-between',
    fontSize: 11,
    lineHeight: 1.5,
    color: theme.okuru.palette.font.sub,
    fontVariantNumeric: 'tabular-nums',
  },
}))

const INSET = 8
const WIDTH = 300

/** Where a value stands between both ends, in units of the drawing. */
export function positionOf(value: number, low: number, high: number): number {
  const share = high > low ? (value - low) / (high - low) : 0.5
  return INSET + Math.min(1, Math.max(0, share)) * (WIDTH - 2 * INSET)
}

/** 値段の理由: the spread of own past purchases, the middle half, the median, and this price in it. */
export function PriceRange({
  spread,
  price,
  title = '値段の理由',
}: {
  spread: PriceSpread
  price: number
  title?: string
}) {
  const { palette } = useTheme().okuru
  const low = Math.min(spread.min, price)
  const high = Math.max(spread.max, price)
  const at = (value: number) => positionOf(value, low, high)
  const y = 20
  return (
    <Root>
      <figcaption>
        <b>{title}</b>
        <span>{`同じ条件の買取 ${spread.count}件・${spread.days}日`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} 36`} preserveAspectRatio="none" aria-hidden style={{ height: 36 }}>
        <g strokeLinecap="round" strokeWidth={6} vectorEffect="non-scaling-stroke">
          <line
            x1={at(spread.min)}
            x2={at(spread.max)}
            y1={y}
            y2={y}
            stroke={`color-mix(in oklab, ${palette.primary.light} 42%, #fff)`}
            vectorEffect="non-scaling-stroke"
          />
          <line
            x1={at(spread.q1)}
            x2={at(spread.q3)}
            y1={y}
            y2={y}
            stroke={palette.primary.light}
            vectorEffect="non-scaling-stroke"
          />
        </g>
        <line
          x1={at(spread.median)}
          x2={at(spread.median)}
          y1={y - 10}
          y2={y + 10}
          stroke={palette.primary.dark}
          strokeWidth={2.4}
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1={at(price)}
          x2={at(price) + 0.01}
          y1={y}
          y2={y}
          stroke={palette.primary.dark}
          strokeWidth={20}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1={at(price)}
          x2={at(price) + 0.01}
          y1={y}
          y2={y}
          stroke={palette.accent.main}
          strokeWidth={15}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="ends" aria-hidden>
        <span>{formatYen(spread.min)}</span>
        <span>{`中央値 ${formatYen(spread.median)}`}</span>
        <span>{formatYen(spread.max)}</span>
      </div>
      <SpreadTable spread={spread} price={price} />
    </Root>
  )
}

function SpreadTable({ spread, price }: { spread: PriceSpread; price: number }) {
  const rows: Array<[string, number]> = [
    ['この商品の値段', price],
    ['いちばん低い額', spread.min],
    ['下から4分の1', spread.q1],
    ['中央値', spread.median],
    ['上から4分の1', spread.q3],
    ['いちばん高い額', spread.max],
  ]
  return (
    <VisuallyHidden as="div">
      <table>
        <caption>過去の買取額の広がり</caption>
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
