import { lazy, Suspense } from 'react'
import type { DatePickerProps } from './date-picker-calendar.tsx'
import { Field } from './field.tsx'
import { Input } from './field-style.tsx'

// The calendar is heavy; pages without a date never load it.
const Calendar = lazy(() => import('./date-picker-calendar.tsx').catch(() => ({ default: PlainDate })))

function PlainDate(props: DatePickerProps) {
  const { value, onChange, onClear, onBlur, name, min, max, ...others } = props
  const { isClosed: _closed, holidays: _holidays, takesImpossible: _impossible, ...frame } = others
  return (
    <Field {...frame}>
      {(control) => (
        <Input
          {...control}
          {...{ value, onBlur, name, min, max }}
          type="date"
          onChange={({ target }) => {
            onChange(target.value)
            if (target.value === '') onClear?.()
          }}
        />
      )}
    </Field>
  )
}

/** A day as `2026-12-01` or an empty text. Looks like any other field while the calendar loads. */
export function DatePicker(props: DatePickerProps) {
  const waiting = (
    <Field {...props}>
      {(control) => <Input {...control} value={props.value.replaceAll('-', '/')} readOnly />}
    </Field>
  )
  return (
    <Suspense fallback={waiting}>
      <Calendar {...props} />
    </Suspense>
  )
}
