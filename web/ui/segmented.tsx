import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

const Track = styled('fieldset')(({ theme }) => {
  const { palette, variant } = theme.okuru
  const height = variant === 'biz' ? 28 : 44
  return {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    padding: variant === 'biz' ? 2 : 4,
    background: palette.bg.sunken,
    borderRadius: height / 2 + 4,
    '& label': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      minHeight: height,
      padding: '2px 8px',
      fontWeight: 700,
      lineHeight: 1.3,
      textAlign: 'center',
      color: palette.font.sub,
      borderRadius: height / 2,
      cursor: 'pointer',
      transition: 'background 140ms, color 140ms',
    },
    '& input': { position: 'absolute', opacity: 0, pointerEvents: 'none' },
    '& label:has(input:checked)': {
      color: palette.font.main,
      background: palette.bg.paper,
      boxShadow: theme.okuru.shadow.raised,
    },
    '& label[data-strong]:has(input:checked)': {
      color: palette.primary.contrastText,
      background: palette.primary.main,
    },
    '& label:has(input:focus-visible)': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 1 },
    '& label:has(input:disabled)': { opacity: 0.6, cursor: 'default' },
  }
})

type Segment<Value extends string> = {
  value: Value
  label: ReactNode
  /** Filled with the brand when chosen: the choice that moves money. */
  strong?: boolean
  disabled?: boolean
}

type Props<Value extends string> = {
  legend: string
  segments: readonly Segment<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** Two or three answers side by side: 売る / 返してもらう. */
export function Segmented<Value extends string>({ legend, segments, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <Track>
      <VisuallyHidden as="legend">{legend}</VisuallyHidden>
      {segments.map((segment) => (
        <label key={segment.value} data-strong={segment.strong ? '' : undefined}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.disabled}
            onChange={() => onChange(segment.value)}
          />
          {segment.label}
        </label>
      ))}
    </Track>
  )
}
