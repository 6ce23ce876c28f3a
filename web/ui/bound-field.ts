import type { Ref } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type UseControllerProps,
  useController,
} from 'react-hook-form'

export type Bound = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string
  ref?: Ref<HTMLInputElement>
}

/** Binds one text field of react-hook-form to a composed field. */
export function useBound<Values extends FieldValues>(
  control: Control<Values>,
  name: FieldPath<Values>,
  rules?: UseControllerProps<Values>['rules'],
): Bound {
  const { field, fieldState } = useController({ control, name, rules })
  return {
    name,
    value: typeof field.value === 'string' ? field.value : '',
    onChange: field.onChange,
    onBlur: field.onBlur,
    error: fieldState.error?.message,
    ref: field.ref,
  }
}
