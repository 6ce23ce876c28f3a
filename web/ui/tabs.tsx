import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { ReactNode } from 'react'

const Bar = styled(ToggleButtonGroup)(({ theme }) => {
  const { palette, variant } = theme.okuru
  return {
    flexWrap: 'wrap',
    gap: 4,
    borderRadius: 0,
    '& .MuiToggleButtonGroup-grouped': {
      gap: 6,
      minHeight: variant === 'biz' ? 30 : 44,
      margin: 0,
      padding: '0 14px',
      fontSize: 13,
      color: palette.font.sub,
      border: '1px solid transparent',
      borderRadius: 22,
      '&:hover': { color: palette.font.main, background: 'none' },
      '&.Mui-selected, &.Mui-selected:hover': {
        color: palette.font.main,
        background: palette.bg.paper,
        borderColor: palette.border.medium,
      },
    },
    '& b': { fontVariantNumeric: 'tabular-nums' },
    '& b[data-late]': { color: palette.error.main },
  }
})

export type TabItem<Value extends string> = { value: Value; label: ReactNode; count?: number; late?: boolean }

type Props<Value extends string> = {
  items: readonly TabItem<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  label: string
}

export function Tabs<Value extends string>({ items, value, onChange, label }: Props<Value>) {
  return (
    <Bar
      exclusive
      aria-label={label}
      value={value}
      // Pressing the active tab resets its list.
      onChange={(_event, pressed: Value | null) => onChange(pressed ?? (value as Value))}
    >
      {items.map((item) => (
        <ToggleButton key={item.value} value={item.value}>
          {item.label}
          {item.count !== undefined && (
            <b data-late={item.late && item.count > 0 ? '' : undefined}>{item.count}</b>
          )}
        </ToggleButton>
      ))}
    </Bar>
  )
}
