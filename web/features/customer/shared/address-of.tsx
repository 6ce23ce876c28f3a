import { useQueryClient } from '@tanstack/react-query'
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import { customerCalls } from '#contract/customer'
import { queryOf } from '#web/lib/query-client.ts'
import { AddressFields, type AddressValue } from '#web/ui/address-fields.tsx'
import type { CallForm } from '#web/ui/call-form.ts'

const addressParts = ['postalCode', 'prefecture', 'city', 'address1', 'address2'] as const

type Props<Values extends FieldValues> = { form: CallForm<Values>; name: FieldPath<Values>; label: string }

/** The address of a form. The places of a postal code that was looked up once are not asked for again. */
export function AddressOf<Values extends FieldValues>({ form, name, label }: Props<Values>) {
  const client = useQueryClient()
  const value: AddressValue = form.watch(name)
  const pathOf = (part: keyof AddressValue) => `${name}.${part}` as FieldPath<Values>
  const errors = Object.fromEntries(
    addressParts.map((part) => [part, form.getFieldState(pathOf(part), form.formState).error?.message]),
  ) as Partial<Record<keyof AddressValue, string>>
  const put = (next: AddressValue) => {
    const before: AddressValue = form.getValues(name)
    for (const part of addressParts.filter((part) => next[part] !== before[part])) {
      form.setValue(pathOf(part), next[part] as FieldPathValue<Values, FieldPath<Values>>, {
        shouldDirty: true,
        shouldValidate: Boolean(errors[part]),
      })
    }
  }
  return (
    <AddressFields
      label={label}
      prefix={`${name}.`}
      value={value}
      onChange={put}
      errors={errors}
      lookup={(code) =>
        client.fetchQuery({
          ...queryOf(customerCalls.postalCode, { params: { postalCode: code } }),
          staleTime: Number.POSITIVE_INFINITY,
          retry: false,
        })
      }
    />
  )
}
