import { styled } from '@mui/material/styles'
import { formatYen } from '#contract/text'

const Root = styled('span')({
  fontVariantNumeric: 'tabular-nums',
  fontFeatureSettings: '"tnum"',
  whiteSpace: 'nowrap',
})

type Props = {
  amount: number | null | undefined
  size?: number
  strong?: boolean
  signed?: boolean
  className?: string
}

/** An amount with tabular figures. Sign and ¥ have the size of the digits; negative amounts are red. */
export function Yen({ amount, size, strong = true, signed = false, className }: Props) {
  if (amount === null || amount === undefined) return <Root style={{ fontWeight: 400 }}>—</Root>
  return (
    <Root
      className={className}
      style={{ fontSize: size, fontWeight: strong ? 700 : 500 }}
      sx={amount < 0 ? (theme) => ({ color: theme.okuru.palette.error.main }) : undefined}
    >
      {`${signed && amount > 0 ? '+' : ''}${formatYen(amount)}`}
    </Root>
  )
}
