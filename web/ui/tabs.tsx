import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatCount } from '#contract/text'

const Bar = styled('div')(({ theme }) => {
  const { palette, variant } = theme.okuru
  return {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: 4,
    '& button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 6,
      minHeight: variant === 'biz' ? 30 : 44,
      padding: '0 14px',
      fontSize: 13,
      fontWeight: 700,
      lineHeight: 1.4,
      color: palette.font.sub,
      background: 'none',
      border: '1px solid transparent',
      borderRadius: 22,
      cursor: 'pointer',
      '&:hover': { color: palette.font.main },
      '&[aria-pressed="true"]': {
        color: palette.font.main,
        background: palette.bg.paper,
        borderColor: palette.border.medium,
      },
    },
    '& b': { fontVariantNumeric: 'tabular-nums' },
    '& b[data-late]': { color: palette.error.main },
  }
})

export type TabItem<Value extends string> = {
  value: Value
  label: ReactNode
  count?: number
  /** Counting stopped at `count`: there are more. */
  isLimited?: boolean
  late?: boolean
}

type Props<Value extends string> = {
  items: readonly TabItem<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  label: string
}

export function Tabs<Value extends string>({ items, value, onChange, label }: Props<Value>) {
  return (
    <Bar role="group" aria-label={label}>
      {items.map((item) => (
        // Pressing the active tab resets its list.
        <button
          key={item.value}
          type="button"
          aria-pressed={item.value === value}
          onClick={() => onChange(item.value)}
        >
          {item.label}
          {item.count !== undefined && (
            <b data-late={item.late && item.count > 0 ? '' : undefined}>
              {item.isLimited ? `${formatCount(item.count)}+` : item.count}
            </b>
          )}
        </button>
      ))}
    </Bar>
  )
}
