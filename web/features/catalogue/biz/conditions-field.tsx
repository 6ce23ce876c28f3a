import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { foldSearch } from '#contract/text'
import type { Choice } from '#web/ui/combobox.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'

const Chosen = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  marginTop: 8,
  '& li': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    paddingLeft: 12,
    fontSize: 12,
    border: `1px solid ${theme.okuru.palette.border.medium}`,
    borderRadius: 14,
  },
  '& li:not(:has(button))': { padding: '4px 12px' },
  '& button': {
    minHeight: 28,
    padding: '0 10px',
    border: 0,
    background: 'none',
    color: theme.okuru.palette.font.sub,
    cursor: 'pointer',
  },
}))

type Props = {
  name: string
  label: string
  value: readonly number[]
  onChange: (value: number[]) => void
  error?: string
  /** Also those that are offered no more, for the names of what was chosen. */
  options: readonly (Choice<number> & { isRetired?: boolean })[] | undefined
  failed: boolean
  again: () => Promise<unknown>
  readOnly: boolean
}

const MOST_SHOWN = 30

/** None chosen: no condition. */
export function ConditionsField(props: Props) {
  const { name, label, value, onChange, error, options, failed, again, readOnly } = props
  const [text, setText] = useState('')
  const nameOf = (id: number) => options?.find((option) => option.value === id)?.label ?? `番号 ${id}`
  const wanted = foldSearch(text)
  const found = options
    ?.filter((option) => !option.isRetired && !value.includes(option.value))
    .filter(({ label: one, hint = '' }) => foldSearch(`${one} ${hint}`).includes(wanted))
    .slice(0, MOST_SHOWN)
  const list = (
    <Chosen aria-label={`選んだ${label}`}>
      {value.map((id) => (
        <li key={id}>
          {nameOf(id)}
          {!readOnly && (
            <button
              type="button"
              aria-label={`${nameOf(id)}を外す`}
              onClick={() => onChange(value.filter((one) => one !== id))}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </Chosen>
  )
  if (readOnly) return <FieldGroup label={label}>{value.length > 0 ? list : <span>すべて</span>}</FieldGroup>
  return (
    <div>
      <SearchField<number>
        name={name}
        label={label}
        help="選ばなければ、すべてが対象です。"
        error={error}
        text={text}
        chosen={false}
        suggesting
        search={{ found, failed, again }}
        onText={setText}
        onChoose={(choice) => {
          onChange([...value, choice.value])
          setText('')
        }}
        nothing="見つかりません。"
      />
      {value.length > 0 && list}
    </div>
  )
}
