import type { ComponentProps } from 'react'
import { bankAccountType, labelOf } from '#contract/codes'
import type { Bound } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { TextField } from '#web/ui/field.tsx'

export const accountNumberHelp = '7桁。足りないときは、先頭に0を補います。'

/** Figures a bank gave: not remembered by the browser. */
export const DigitsField = (props: ComponentProps<typeof TextField>) => (
  <TextField required inputMode="numeric" autoComplete="off" {...props} />
)

type TypeProps = Bound & { label: string; columns: number; types: readonly (keyof typeof bankAccountType)[] }

export const AccountTypeField = ({ types, ...field }: TypeProps) => (
  <ChoiceField
    required
    {...field}
    choices={types.map((value) => ({ value: String(value), label: labelOf(bankAccountType, value) }))}
  />
)
