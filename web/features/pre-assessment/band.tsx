import { styled } from '@mui/material/styles'
import { formatYen } from '#contract/text'

const Root = styled('span')({
  fontVariantNumeric: 'tabular-nums',
  fontWeight: 700,
  '& > span': { whiteSpace: 'nowrap' },
})

type Props = { low: number; high: number; size?: number }

/** From and to, broken only between them. */
export const Band = ({ low, high, size }: Props) => (
  <Root style={{ fontSize: size }}>
    <span>{`${formatYen(low)}〜`}</span>
    <wbr />
    <span>{formatYen(high)}</span>
  </Root>
)
