import { type CSSObject, styled, type Theme } from '@mui/material/styles'
import { formatYen } from '#contract/text'
import { VisuallyHidden } from './visually-hidden.tsx'

export type PriceSpread = {
  min: number
  q1: number
  median: number
  q3: number
  max: number
  count: number
}

export const percent = (share: number): string => `${share * 100}%`

/** Places a label at a share of its line, so that it never leaves the line. */
export const at = (share: number) => ({ left: percent(share), transform: `translateX(-${percent(share)})` })

export const barStyle = ({ okuru: { palette } }: Theme): CSSObject => ({
  '& .all': { background: `color-mix(in oklab, ${palette.primary.light} 42%, #fff)` },
  '& .half': { background: palette.primary.light },
  '& .median': { background: palette.primary.dark },
  '& .mark': {
    borderRadius: '50%',
    background: palette.bg.paper,
    border: `4px solid ${palette.primary.dark}`,
  },
  '& .bar': { position: 'relative', height: 22 },
  '& .bar > i': { position: 'absolute', top: 8, height: 6, borderRadius: 3 },
  '& .bar > .median': { top: 2, width: 3, height: 18, marginLeft: -1.5 },
  '& .bar > .mark': { top: 3, width: 16, height: 16, marginLeft: -8, borderRadius: '50%' },
})

const Key = styled('div')(({ theme }) => ({
  ...barStyle(theme),
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 12px',
  fontSize: 11,
  lineHeight: '18px',
  color: theme.okuru.palette.font.sub,
  '& span': { display: 'inline-flex', alignItems: 'center', gap: 5, whiteSpace: 'nowrap' },
  '& i': { width: 14, height: 6, borderRadius: 3 },
  '& i.median': { width: 3, height: 12, borderRadius: 0 },
  '& i.mark': { width: 12, height: 12, borderRadius: '50%', borderWidth: 3 },
}))

export function PriceLegend({ own = false }: { own?: boolean }) {
  return (
    <Key className="legend" aria-hidden>
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
      {own && (
        <span>
          <i className="mark" />
          この品
        </span>
      )}
    </Key>
  )
}

type TableProps = { spread: PriceSpread; price?: number; of?: string }

/** The chart as a table, for those who hear the page. */
export function PriceTable({ spread, price, of = '買取' }: TableProps) {
  const rows: Array<[string, number]> = [
    ...(price === undefined ? [] : [['この品の値段', price] satisfies [string, number]]),
    ['最低', spread.min],
    ['下から4分の1', spread.q1],
    ['中央値', spread.median],
    ['上から4分の1', spread.q3],
    ['最高', spread.max],
  ]
  return (
    <VisuallyHidden as="div">
      <table>
        <caption>{`これまでの${of} ${spread.count}件の値段`}</caption>
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
