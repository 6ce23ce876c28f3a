import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { ErrorText } from './field-style.tsx'
import { Icon } from './icons.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

const Choices = styled('fieldset')(({ theme }) => {
  const { palette, radius, variant } = theme.okuru
  const biz = variant === 'biz'
  return {
    '& > div': {
      display: 'grid',
      gridAutoFlow: 'column',
      gridAutoColumns: 'minmax(0, 1fr)',
      gap: biz ? 4 : 8,
      // On a zoomed page the words would break inside the buttons.
      '@media (max-width: 280px)': { gridAutoFlow: 'row' },
    },
    '& label': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 6,
      minHeight: biz ? 28 : 48,
      padding: biz ? '2px 8px' : '4px 10px',
      fontWeight: 700,
      lineHeight: 1.3,
      textAlign: 'center',
      fontVariantNumeric: 'tabular-nums',
      color: palette.primary.main,
      background: palette.bg.paper,
      border: `1.5px solid ${palette.primary.main}`,
      borderRadius: radius.button,
      cursor: 'pointer',
      transition: 'background 120ms, color 120ms',
    },
    '& label:hover': { background: palette.primary.lightest },
    '& input': { position: 'absolute', opacity: 0, pointerEvents: 'none' },
    '& label svg': { display: 'none' },
    '& label:has(input:checked)': {
      color: palette.primary.contrastText,
      background: palette.primary.main,
      '& svg': { display: 'block' },
    },
    '&[aria-invalid] label': { borderColor: palette.error.main },
    '& label:has(input:focus-visible)': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 2 },
    '& label:has(input:disabled)': { opacity: 0.6, cursor: 'default' },
  }
})

type Segment<Value extends string> = {
  value: Value
  label: ReactNode
  disabled?: boolean
}

type Props<Value extends string> = {
  legend: string
  segments: readonly Segment<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  error?: string
}

export function Segmented<Value extends string>({ legend, segments, value, onChange, error }: Props<Value>) {
  const name = useId()
  return (
    <Choices
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <VisuallyHidden as="legend">{legend}</VisuallyHidden>
      <div>
        {segments.map((segment) => (
          <label key={segment.value}>
            <input
              type="radio"
              name={name}
              value={segment.value}
              checked={segment.value === value}
              disabled={segment.disabled}
              aria-describedby={error ? `${name}-error` : undefined}
              onChange={() => onChange(segment.value)}
            />
            <Icon name="check" size={16} />
            {segment.label}
          </label>
        ))}
      </div>
      {error && <ErrorText id={`${name}-error`}>{error}</ErrorText>}
    </Choices>
  )
}
