import type { Ref } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type UseControllerProps,
  useController,
} from 'react-hook-form'

/** A text of a form, as the composed fields take it. */
export type Bound = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string
  ref?: Ref<HTMLInputElement>
}

/** Ties one text of a react-hook-form to a composed field. */
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
