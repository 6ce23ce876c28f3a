import { styled } from '@mui/material/styles'
import { type FormEvent, useRef } from 'react'
import { controlStyle } from '#web/ui/field-style.tsx'
import { ChipButton } from '#web/ui/filter-chips.tsx'

type FilterField = {
  name: string
  label: string
  type?: 'date'
  options?: readonly { value: string; label: string }[]
}

type Props = {
  fields: readonly FilterField[]
  values: Readonly<Record<string, unknown>>
  set: (changes: Record<string, string | undefined>) => void
}

const Bar = styled('form')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: 8,
  '& label': { display: 'grid', fontSize: 11, color: theme.okuru.palette.font.sub, lineHeight: 1.5 },
  '& input, & select': {
    ...controlStyle(theme),
    width: 'auto',
    minWidth: 120,
    minHeight: 32,
    padding: '2px 10px',
    fontSize: 13,
  },
}))

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** A few filters always in sight. A choice acts at once, a text with Enter or on leaving the field. */
export function QuickFilters({ fields, values, set }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const put = (name: string, value: string) => {
    if (value.trim() !== textOf(values[name])) set({ [name]: value.trim() || undefined })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    set(
      Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? '').trim() || undefined])),
    )
  }
  const narrowed = fields.some(({ name }) => textOf(values[name]) !== '')
  return (
    <Bar ref={form} onSubmit={submit} role="search">
      {fields.map(({ name, label, type = 'text', options }) => (
        <label key={name}>
          {label}
          {options ? (
            <select
              name={name}
              value={textOf(values[name])}
              onChange={(event) => put(name, event.target.value)}
            >
              <option value="">すべて</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          ) : (
            <input
              // Anew when the address changes from outside, for instance by Back.
              key={textOf(values[name])}
              name={name}
              type={type}
              autoComplete="off"
              defaultValue={textOf(values[name])}
              onBlur={(event) => put(name, event.target.value)}
            />
          )}
        </label>
      ))}
      <ChipButton type="submit">探す</ChipButton>
      {narrowed && (
        <ChipButton
          type="button"
          data-add=""
          onClick={() => set(Object.fromEntries(fields.map(({ name }) => [name, undefined])))}
        >
          条件をすべて外す
        </ChipButton>
      )}
    </Bar>
  )
}
