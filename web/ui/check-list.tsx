import type { ReactNode, Ref } from 'react'
import { CheckField } from './choice-field.tsx'
import { FieldGroup, type FieldProps } from './field.tsx'
import { Stack } from './page.tsx'

type Props<Value extends string | number> = FieldProps & {
  choices: readonly { value: Value; label: ReactNode; help?: ReactNode }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Several of a short list; they stay in its order. */
export function CheckList<Value extends string | number>(props: Props<Value>) {
  const { choices, value, onChange, onBlur, ref, ...frame } = props
  const chosen = (choice: Value, isChosen: boolean) =>
    choices.map((each) => each.value).filter((each) => (each === choice ? isChosen : value.includes(each)))
  return (
    <FieldGroup {...frame}>
      <Stack gap={0}>
        {choices.map((choice, index) => (
          <CheckField
            key={choice.value}
            label={choice.label}
            help={choice.help}
            ref={index === 0 ? ref : undefined}
            checked={value.includes(choice.value)}
            onChange={(event) => onChange(chosen(choice.value, event.target.checked))}
            onBlur={onBlur}
          />
        ))}
      </Stack>
    </FieldGroup>
  )
}
