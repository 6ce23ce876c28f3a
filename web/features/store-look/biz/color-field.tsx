import { styled } from '@mui/material/styles'
import { isHexColor } from '#contract/color'
import { tidyColor } from '#contract/store-look-input'
import type { CallForm } from '#web/ui/call-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/field-style.tsx'
import type { LookValues } from './look.rules.ts'

const Pair = styled('span')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  '& input[type="color"]': {
    flex: 'none',
    width: 44,
    height: theme.okuru.size.field,
    padding: 2,
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.strong}`,
    borderRadius: theme.okuru.radius.field,
    cursor: 'pointer',
  },
}))

export type ColorPath = 'brand' | 'accent' | `colors.${string}`

type Props = {
  form: CallForm<LookValues>
  name: ColorPath
  required?: boolean
  help?: string
  /** What is used while the field is blank. */
  derived?: string
}

/** The system's colour picker beside the text, which takes every spelling. */
export function ColorField({ form, name, required, help, derived }: Props) {
  const path = name as 'brand'
  const { label, error, ...text } = form.tidied(path, (typed) =>
    typed.trim() === '' ? '' : tidyColor(typed),
  )
  const colour = tidyColor(form.watch(path) ?? '')
  const shown = isHexColor(colour) ? colour : (derived ?? '#000000')
  const pick = (value: string) =>
    form.setValue(path, value, { shouldDirty: true, shouldValidate: true, shouldTouch: true })
  return (
    <Field label={label} required={required} help={help} error={error}>
      {(control) => (
        <Pair>
          <input
            type="color"
            aria-label={`${label}をパレットから選ぶ`}
            value={shown}
            onChange={({ target }) => pick(target.value)}
          />
          <Input
            {...text}
            {...control}
            autoComplete="off"
            spellCheck={false}
            maxLength={9}
            placeholder={derived && `自動 ${derived}`}
          />
        </Pair>
      )}
    </Field>
  )
}
