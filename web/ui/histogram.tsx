import { styled, useTheme } from '@mui/material/styles'
import { formatYen } from '#contract/text'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Bin = { from: number; to: number; count: number }

const Root = styled('figure')(({ theme }) => ({
  '& .bars': { display: 'flex', alignItems: 'flex-end', gap: 4, position: 'relative' },
  '& .bars > i': {
    flex: 1,
    minHeight: 2,
    borderRadius: '3px 3px 0 0',
    background: `color-mix(in oklab, ${theme.okuru.palette.primary.light} 42%, #fff)`,
  },
  '& .bars > i[data-middle]': { background: theme.okuru.palette.primary.light },
  '& .mark': {
    position: 'absolute',
    top: -6,
    bottom: 0,
    width: 2,
    background: theme.okuru.palette.primary.dark,
  },
  '& .scale': {
    position: 'relative',
    display: 'flex',
    justifyContent: 'space-between',
    marginTop: 4,
    fontSize: 11,
    lineHeight: 1.5,
    color: theme.okuru.palette.font.sub,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .scale b': {
    position: 'absolute',
    transform: 'translateX(-50%)',
    whiteSpace: 'nowrap',
    color: theme.okuru.palette.font.main,
  },
}))

type Props = { label: string; bins: readonly Bin[]; median: number; height?: number }

export function Histogram({ label, bins, median, height = 72 }: Props) {
  const { palette } = useTheme().okuru
  const low = bins[0]?.from ?? 0
  const high = bins.at(-1)?.to ?? 1
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const share = high > low ? Math.min(1, Math.max(0, (median - low) / (high - low))) : 0.5
  return (
    <Root aria-label={label}>
      <div className="bars" style={{ height }} aria-hidden>
        {bins.map((bin) => (
          <i
            key={bin.from}
            data-middle={median >= bin.from && median < bin.to ? '' : undefined}
            style={{ height: `${(bin.count / most) * 100}%` }}
          />
        ))}
        <span
          className="mark"
          style={{ left: `calc(${share * 100}% - 1px)`, background: palette.primary.dark }}
        />
      </div>
      <div className="scale" aria-hidden>
        <span>{formatYen(low)}</span>
        <b style={{ left: `${Math.min(74, Math.max(26, share * 100))}%` }}>{`中央値 ${formatYen(median)}`}</b>
        <span>{formatYen(high)}</span>
      </div>
      <VisuallyHidden as="div">
        <table>
          <caption>{`${label} 中央値 ${formatYen(median)}`}</caption>
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.from}>
                <th scope="row">{`${formatYen(bin.from)}から${formatYen(bin.to)}`}</th>
                <td>{`${bin.count}件`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Root>
  )
}
