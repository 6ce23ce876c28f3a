import { styled } from '@mui/material/styles'
import { formatCount } from '#contract/text'

const MINUS = '\u2212'

const Root = styled('span')({
  fontVariantNumeric: 'tabular-nums',
  fontFeatureSettings: '"tnum"',
  fontWeight: 700,
  whiteSpace: 'nowrap',
  '& > small': { fontSize: '0.72em', fontWeight: 700, marginRight: '0.1em' },
})

type Props = {
  /** Whole yen; nothing yet is shown as a dash. */
  amount: number | null | undefined
  /** In CSS pixels; inherits without it. */
  size?: number
  strong?: boolean
  /** Shows a plus before a gain, for entries and adjustments. */
  signed?: boolean
}

/** Money: figures of equal width, a small ¥, a loss in red and with its sign. */
export function Yen({ amount, size, strong = true, signed = false }: Props) {
  if (amount === null || amount === undefined) return <Root style={{ fontWeight: 400 }}>—</Root>
  const loss = amount < 0
  const sign = loss ? MINUS : signed && amount > 0 ? '+' : ''
  return (
    <Root
      style={{ fontSize: size, fontWeight: strong ? 700 : 500 }}
      sx={loss ? (theme) => ({ color: theme.okuru.palette.error.main }) : undefined}
    >
      <small>{`${sign}¥`}</small>
      {formatCount(Math.abs(amount))}
    </Root>
  )
}
