import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatYen } from '#contract/text'
import { at, barStyle, PriceLegend, type PriceSpread, percent } from './price-bar.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'
import { Yen } from './yen.tsx'

type Band = { key: number | string; name: string; spread: PriceSpread }

/** The end of a scale: the next round amount from `highest` on. */
export function scaleEnd(highest: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(highest, 1))) / 5
  return Math.ceil(highest / step) * step
}

const Root = styled('figure')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    ...barStyle(theme),
    '& .legend': { margin: '4px 0 16px' },
    '& .row': {
      display: 'grid',
      gridTemplateColumns: '1fr auto',
      gridTemplateAreas: '"name median" "drawing drawing"',
      alignItems: 'center',
      columnGap: 16,
      padding: '12px 0 10px',
      borderTop: `1px solid ${palette.border.main}`,
      [theme.breakpoints.up('md')]: {
        gridTemplateColumns: '136px minmax(0, 1fr) 104px',
        gridTemplateAreas: '"name drawing median"',
      },
    },
    '& .name': { gridArea: 'name', fontWeight: 700, fontSize: 15, lineHeight: 1.5 },
    '& .name small': { marginLeft: 8, fontSize: 12, fontWeight: 400, color: palette.font.sub },
    '& .middle': { gridArea: 'median', fontSize: 20, lineHeight: 1.4, textAlign: 'right' },
    '& .drawing': {
      gridArea: 'drawing',
      fontSize: 12,
      lineHeight: '18px',
      fontVariantNumeric: 'tabular-nums',
      color: palette.font.sub,
    },
    '& .bar > .scale': { left: 0, right: 0, background: palette.bg.sunken },
    '& .line': { position: 'relative', height: 18 },
    '& .line > span': { position: 'absolute', whiteSpace: 'nowrap' },
    '& .note': { marginTop: 12, fontSize: 12, lineHeight: 1.6, color: palette.font.sub },
    '& .note span': { whiteSpace: 'nowrap' },
  }
})

/** Narrower ranges carry both ends in one label. */
const LEAST_FOR_TWO_LABELS = 0.5

/** Past purchases of several kinds, one below the other on one scale. */
export function PriceBands({
  bands,
  title,
  note,
}: {
  bands: readonly Band[]
  title: string
  note?: ReactNode
}) {
  const end = scaleEnd(Math.max(...bands.map(({ spread }) => spread.max)))
  return (
    <Root>
      <PriceLegend />
      <div aria-hidden>
        {bands.map(({ key, name, spread }) => (
          <div className="row" key={key}>
            <p className="name">
              {name}
              <small>{`${spread.count}件`}</small>
            </p>
            <Drawing spread={spread} end={end} />
            <p className="middle">
              <Yen amount={spread.median} />
            </p>
          </div>
        ))}
      </div>
      <p className="note">
        右の金額は中央値です。目盛りは共通で、<span>{`¥0〜${formatYen(end)}`}</span>です。
        {note}
      </p>
      <BandTable bands={bands} title={title} />
    </Root>
  )
}

function Drawing({ spread: { min, q1, median, q3, max }, end }: { spread: PriceSpread; end: number }) {
  const place = (value: number) => value / end
  const span = (from: number, to: number) => ({ left: percent(place(from)), right: percent(1 - place(to)) })
  const middle = place((min + max) / 2)
  return (
    <div className="drawing">
      <div className="bar">
        <i className="scale" />
        <i className="all" style={span(min, max)} />
        <i className="half" style={span(q1, q3)} />
        <i className="median" style={{ left: percent(place(median)) }} />
      </div>
      <div className="line">
        {place(max - min) < LEAST_FOR_TWO_LABELS ? (
          <span style={at(middle)}>{`${formatYen(min)}〜${formatYen(max)}`}</span>
        ) : (
          <>
            <span style={{ left: percent(place(min)) }}>{formatYen(min)}</span>
            <span style={{ right: percent(1 - place(max)) }}>{formatYen(max)}</span>
          </>
        )}
      </div>
    </div>
  )
}

function BandTable({ bands, title }: { bands: readonly Band[]; title: string }) {
  return (
    <VisuallyHidden as="div">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {['種類', '件数', '最低', '下から4分の1', '中央値', '上から4分の1', '最高'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bands.map(({ key, name, spread: { count, min, q1, median, q3, max } }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{`${count}件`}</td>
              {[min, q1, median, q3, max].map((amount, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of figures, of which two may be equal
                <td key={place}>{formatYen(amount)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
