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
}

/** An amount with tabular figures. Sign and ¥ have the size of the digits; negative amounts are red. */
export function Yen({ amount, size, strong = true, signed = false }: Props) {
  if (amount === null || amount === undefined) return <Root style={{ fontWeight: 400 }}>—</Root>
  return (
    <Root
      style={{ fontSize: size, fontWeight: strong ? 700 : 500 }}
      sx={amount < 0 ? (theme) => ({ color: theme.okuru.palette.error.main }) : undefined}
    >
      {`${signed && amount > 0 ? '+' : ''}${formatYen(amount)}`}
    </Root>
  )
}
