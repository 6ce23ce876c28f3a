import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { FieldGroup, type FieldProps, SelectField } from '#web/ui/field.tsx'

const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 200px) 120px',
  gap: 10,
})

const halfHours = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0')
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`
})

export const timesWith = (time: string): string[] =>
  halfHours.includes(time) || time === '' ? halfHours : [...halfHours, time].toSorted()

type Props = FieldProps & {
  name: string
  /** `2026-12-01T09:00`, or blank. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  usualTime: string
  min?: string
}

export function MomentField({ name, value, onChange, onBlur, usualTime, min, ...frame }: Props) {
  const [chosen, setChosen] = useState(value.slice(11) || usualTime)
  const day = value.slice(0, 10)
  const time = value.slice(11) || chosen
  return (
    <FieldGroup {...frame}>
      <Pair>
        <DatePicker
          label="日付"
          name={name}
          min={min}
          value={day}
          onChange={(next) => onChange(next && `${next}T${time}`)}
          onBlur={onBlur}
        />
        <SelectField
          label="時刻"
          options={timesWith(time).map((text) => ({ value: text, label: text }))}
          value={time}
          onChange={(event) => {
            setChosen(event.target.value)
            if (day) onChange(`${day}T${event.target.value}`)
          }}
        />
      </Pair>
    </FieldGroup>
  )
}
