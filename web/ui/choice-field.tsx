import { styled } from '@mui/material/styles'
import { type ComponentPropsWithRef, type ReactNode, type Ref, useId } from 'react'
import { FieldGroup, type FieldProps } from './field.tsx'
import { ErrorText, HelpText } from './field-style.tsx'

const Cards = styled('div', { shouldForwardProp: (name) => name !== 'columns' })<{ columns: number }>(
  ({ theme, columns }) => ({
    display: 'grid',
    gap: 8,
    gridTemplateColumns: 'minmax(0, 1fr)',
    [theme.breakpoints.up(columns > 2 ? 'sm' : 'xs')]: {
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    },
  }),
)

const ChoiceCard = styled('label')(({ theme }) => {
  const { palette, radius, size, variant } = theme.okuru
  return {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 10,
    minHeight: size.field,
    padding: variant === 'biz' ? '7px 12px' : '12px 14px',
    lineHeight: 1.5,
    background: palette.bg.paper,
    border: `1px solid ${palette.border.strong}`,
    borderRadius: radius.field,
    cursor: 'pointer',
    '& input': { flex: 'none', width: 18, height: 18, margin: '2px 0 0', accentColor: palette.primary.main },
    '& b': { display: 'block', fontWeight: 700 },
    '& small': { display: 'block', fontSize: 12, lineHeight: 1.6, color: palette.font.sub },
    '&:has(input:checked)': {
      borderColor: palette.primary.main,
      boxShadow: `inset 0 0 0 1px ${palette.primary.main}`,
      background: palette.primary.lightest,
    },
    '&:has(input:focus-visible)': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 2 },
    '&:has(input:disabled)': { color: palette.font.sub, background: palette.bg.sunken, cursor: 'default' },
    '& input:focus-visible': { outline: 'none' },
  }
})

export type Choice<Value extends string | number> = {
  value: Value
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
}

type ChoiceFieldProps<Value extends string | number> = FieldProps & {
  name?: string
  choices: readonly Choice<Value>[]
  value: Value | null | undefined
  onChange: (value: Value) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  columns?: number
}

export function ChoiceField<Value extends string | number>(props: ChoiceFieldProps<Value>) {
  const { choices, value, onChange, onBlur, ref, columns = 1, ...frame } = props
  const generated = useId()
  const name = props.name ?? generated
  return (
    <FieldGroup {...frame}>
      <Cards columns={columns}>
        {choices.map((choice, index) => (
          <ChoiceCard key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              ref={index === 0 ? ref : undefined}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              onBlur={onBlur}
            />
            <span>
              <b>{choice.label}</b>
              {choice.help && <small>{choice.help}</small>}
            </span>
          </ChoiceCard>
        ))}
      </Cards>
    </FieldGroup>
  )
}

const Check = styled('label')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: 10,
  ...(theme.okuru.variant === 'biz' ? { padding: '4px 0' } : { minHeight: 44, padding: '11px 0' }),
  lineHeight: 1.5,
  cursor: 'pointer',
  '& input': {
    flex: 'none',
    width: 20,
    height: 20,
    margin: 0,
    accentColor: theme.okuru.palette.primary.main,
  },
}))

type CheckFieldProps = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  label: ReactNode
  help?: ReactNode
  error?: string
}

export function CheckField({ label, help, error, ...input }: CheckFieldProps) {
  const id = useId()
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <Check>
        <input
          {...input}
          type="checkbox"
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
      </Check>
      {help && <HelpText id={`${id}-help`}>{help}</HelpText>}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  )
}
