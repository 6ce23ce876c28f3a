import { styled } from '@mui/material/styles'
import { foldSearch } from '#contract/text'
import { Combobox } from '#web/ui/combo-field.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { LabelButton } from '#web/ui/label-button.ts'
import { DecimalField } from '#web/ui/number-field.tsx'
import type { Attribute, Value } from './product-types.ts'

const Switch = styled('span')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: theme.okuru.size.field,
    '& input': {
      appearance: 'none',
      position: 'relative',
      flex: 'none',
      width: 40,
      height: 24,
      margin: 0,
      borderRadius: 12,
      background: palette.border.strong,
      cursor: 'pointer',
      transition: 'background 120ms',
    },
    '& input::after': {
      content: '""',
      position: 'absolute',
      top: 3,
      left: 3,
      width: 18,
      height: 18,
      borderRadius: '50%',
      background: palette.bg.paper,
      transition: 'left 120ms',
    },
    '& input:checked': { background: palette.primary.main },
    '& input:checked::after': { left: 19 },
    '& input[data-unset]': { background: palette.bg.sunken, border: `1px dashed ${palette.border.strong}` },
    '& input[data-unset]::after': { top: 2, left: 10, background: palette.border.strong },
    '& input:focus-visible': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 2 },
    '& input:disabled': { opacity: 0.6, cursor: 'default' },
  }
})

type Props = {
  attribute: Attribute
  value: Value | null
  /** Typed text that is none of the choices. */
  text: string | undefined
  onText: (text: string | undefined) => void
  onChange: (value: Value | null) => void
  readOnly: boolean
  error: string | undefined
}

/** One of the attributes that are no measure, by its type. */
export function AttributeField({ attribute, value, text, onText, onChange, readOnly, error }: Props) {
  const { name, unit, choices, valueType, isRequired } = attribute
  const required = isRequired ? true : undefined
  const common = { label: name, required, readOnly, error }
  if (valueType === 'BOOLEAN') return <YesNo {...common} value={value} onChange={onChange} />
  if (valueType === 'NUMBER')
    return (
      <DecimalField
        {...common}
        unit={unit}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange(next)}
      />
    )
  const shown = typeof value === 'string' ? value : ''
  if (choices.length === 0)
    return (
      <TextField
        {...common}
        value={shown}
        maxLength={200}
        onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      />
    )
  const wanted = foldSearch(text ?? '')
  return (
    <Combobox
      {...common}
      value={shown}
      text={text}
      onText={onText}
      options={choices
        .map((label, place) => ({ value: place, label }))
        .filter(({ label }) => foldSearch(label).includes(wanted))}
      answer="here"
      onRetry={() => Promise.resolve()}
      onPick={(option) => onChange(option?.label ?? null)}
    />
  )
}

type YesNoProps = {
  label: string
  required: boolean | undefined
  readOnly: boolean
  error: string | undefined
  value: Value | null
  onChange: (value: boolean) => void
}

function YesNo({ value, onChange, readOnly, ...frame }: YesNoProps) {
  const isSet = typeof value === 'boolean'
  return (
    <Field {...frame}>
      {({ 'aria-required': _required, ...control }) => (
        <Switch>
          <input
            {...control}
            type="checkbox"
            role="switch"
            data-unset={isSet ? undefined : ''}
            checked={value === true}
            aria-checked={value === true}
            aria-description={isSet ? undefined : '未入力'}
            disabled={readOnly}
            onChange={({ target }) => onChange(target.checked)}
          />
          {isSet || readOnly ? (
            <span>{isSet ? (value ? 'あり' : 'なし') : '—'}</span>
          ) : (
            <LabelButton type="button" style={{ padding: 0 }} onClick={() => onChange(false)}>
              なし
            </LabelButton>
          )}
        </Switch>
      )}
    </Field>
  )
}
