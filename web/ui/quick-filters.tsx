import { styled } from '@mui/material/styles'
import { type ClipboardEvent, type FormEvent, useId, useState } from 'react'
import { formatDateJa } from '#contract/day'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { controlStyle } from '#web/ui/field-style.tsx'
import { type ActiveFilter, ChipButton, FilterChips } from '#web/ui/filter-chips.tsx'
import { queueKeysUntil } from '#web/ui/key-pipeline.ts'

type FilterField = {
  name: string
  label: string
  type?: 'date'
  options?: readonly { value: string; label: string }[]
  /** What separates the lines of a pasted column, where blanks belong to the text. */
  pasted?: string
}

type Props = {
  fields: readonly FilterField[]
  values: Readonly<Record<string, unknown>>
  set: (changes: Record<string, string | undefined>) => void
  /** Called before a search; resolves to true when it has opened the one match. */
  onSearch?: (values: Record<string, string | undefined>) => Promise<boolean>
}

const Bar = styled('form')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: 8,
  '& label': {
    display: 'block',
    fontSize: 11,
    fontWeight: 400,
    color: theme.okuru.palette.font.sub,
    lineHeight: 1.5,
  },
  '& > span > input, & > span > select': {
    ...controlStyle(theme),
    width: 'auto',
    minWidth: 120,
    minHeight: 32,
    padding: '2px 10px',
    fontSize: 13,
  },
  '& > .search > input': { width: 200 },
  '& > .day': { width: 160 },
  // Like the fields beside it.
  '& > .day .MuiPickersInputBase-root': { minHeight: 32, fontSize: 13 },
  '& > .day .MuiPickersInputBase-sectionsContainer': { padding: '2px 0' },
  '& > .day span:has(> label)': { marginBottom: 0 },
  [theme.breakpoints.up('sm')]: { '& > .fold': { display: 'none' } },
  [theme.breakpoints.down('sm')]: {
    '& > span': { order: 1, flex: '1 1 calc(50% - 8px)', minWidth: 0 },
    '& > .day': { width: 'auto' },
    // In one line with the buttons, above which its label reaches.
    '& > .search': { order: 0, flex: '1 1 120px' },
    '& > .search > label': { whiteSpace: 'nowrap' },
    '& > span > input, & > .search > input, & > span > select': { width: '100%', minWidth: 0 },
    '& > button': { minHeight: 32 },
    // After the fields that it applies. With a search field, it is next to that instead.
    '&:not(:has(> .search)) > [type="submit"]': { order: 1 },
    '&[data-folded] > span:not(.search), &[data-folded]:not(:has(> .search)) > [type="submit"]': {
      display: 'none',
    },
  },
}))

/** Name of the field that looks in several columns. */
const SEARCH = 'q'

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** A field of one line would drop the breaks. */
export function pasteLines(event: ClipboardEvent<HTMLInputElement>, between: string): void {
  const text = event.clipboardData.getData('text')
  if (!/[\r\n\t]/.test(text)) return
  event.preventDefault()
  const { currentTarget: input } = event
  const lines = text.split(/[\r\n\t]+/).map((line) => line.trim())
  input.setRangeText(
    lines.filter((line) => line !== '').join(between),
    input.selectionStart ?? 0,
    input.selectionEnd ?? 0,
    'end',
  )
  // Nothing else tells a controlled field.
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

type FieldProps = { field: FilterField; value: string; put: (value: string) => void }

function OneFilter({ field, value, put }: FieldProps) {
  const id = useId()
  const { name, label, type = 'text', options, pasted } = field
  if (type === 'date')
    return (
      <span className="day">
        <DatePicker
          label={label}
          value={value}
          // A half-typed day is blank, and a year begins as 0002.
          onChange={(day) => day >= '1900' && put(day)}
          onClear={() => put('')}
        />
      </span>
    )
  return (
    <span className={name === SEARCH ? 'search' : undefined}>
      <label htmlFor={id}>{label}</label>
      {options ? (
        <select id={id} name={name} value={value} onChange={(event) => put(event.target.value)}>
          <option value="">すべて</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          type="text"
          autoComplete="off"
          defaultValue={value}
          onPaste={pasted === undefined ? undefined : (event) => pasteLines(event, pasted)}
          onBlur={(event) => put(event.target.value)}
        />
      )}
    </span>
  )
}

const chipText = ({ type, options }: FilterField, value: string): string =>
  type === 'date' ? formatDateJa(value) : (options?.find((option) => option.value === value)?.label ?? value)

/**
 * Filters, and below them a chip for each that narrows the list; on a phone all but the search are behind a button. A
 * choice applies at once, a text on Enter or blur.
 */
export function QuickFilters({ fields, values, set, onSearch }: Props) {
  const [isFolded, setFolded] = useState(true)
  const folds = fields.length > 1
  const put = (name: string) => (value: string) => {
    if (value.trim() !== textOf(values[name])) set({ [name]: value.trim() || undefined })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const found = Object.fromEntries(
      fields.map(({ name, type }) => [
        name,
        (type === 'date' ? textOf(values[name]) : String(data.get(name) ?? '').trim()) || undefined,
      ]),
    )
    if (!onSearch) return set(found)
    queueKeysUntil(onSearch(found).then((opened) => opened || set(found)))
  }
  const off = (names: readonly FilterField[]) => () =>
    set(Object.fromEntries(names.map(({ name }) => [name, undefined])))
  const active: ActiveFilter[] = fields.flatMap((field) => {
    const { name, label } = field
    const value = textOf(values[name])
    // The label of the search says where it looks, which is too long for a chip.
    return value === ''
      ? []
      : [
          {
            key: name,
            label: name === SEARCH ? '検索' : label,
            value: chipText(field, value),
            onRemove: off([field]),
          },
        ]
  })
  return (
    <>
      <Bar
        onSubmit={submit}
        role="search"
        aria-label="この一覧"
        data-folded={folds && isFolded ? '' : undefined}
      >
        {fields.map((field) => (
          // The key remounts the field when the URL changes from outside, for example by the Back button.
          <OneFilter
            key={`${field.name}-${field.options || field.type ? '' : textOf(values[field.name])}`}
            field={field}
            value={textOf(values[field.name])}
            put={put(field.name)}
          />
        ))}
        <ChipButton type="submit">探す</ChipButton>
        {folds && (
          <ChipButton
            type="button"
            className="fold"
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
          >
            絞り込み
          </ChipButton>
        )}
      </Bar>
      {active.length > 0 && <FilterChips filters={active} onClear={off(fields)} />}
    </>
  )
}
