import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { ageOn, type EraName, eraNames, eraOf, fromEra, isDate } from '#contract/day'
import { normalizeDigits } from '#contract/text'
import { todayInTokyo } from '#web/lib/dates.ts'
import type { Bound } from './call-form.ts'
import { ENLARGED } from './enlarged.ts'
import { FieldGroup } from './field.tsx'
import { Input, SelectBox } from './field-style.tsx'

type Calendar = '西暦' | EraName
type Typed = { calendar: Calendar; year: string; month: string; day: string }

const CALENDARS: readonly Calendar[] = ['西暦', ...eraNames]

const digitsOf = (text: string): string => normalizeDigits(text).replace(/\D/g, '')

function yearIn(calendar: Calendar, date: string): string {
  if (calendar === '西暦') return date.slice(0, 4)
  const era = eraOf(date)
  return era?.era === calendar ? String(era.year) : ''
}

/** Returns the date, or an empty text while the parts are no valid date. */
export function birthdayOf({ calendar, year, month, day }: Typed): string {
  if (!year || !month || !day) return ''
  if (calendar !== '西暦') return fromEra(calendar, Number(year), Number(month), Number(day)) ?? ''
  const date = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : ''
}

export function birthdayText(date: string, today: string): string {
  const era = eraOf(date)
  const inEra = era
    ? `${era.era}${era.year === 1 ? '元' : era.year}年(${date.slice(0, 4)}年)`
    : `${date.slice(0, 4)}年`
  return `${inEra}生まれ・${ageOn(date, today)}歳`
}

/** The field's value: a date, or the typed parts while they are not a valid date, so that no input is lost. */
function written(typed: Typed): string {
  const { calendar, year, month, day } = typed
  if (!year && !month && !day) return ''
  return birthdayOf(typed) || `${calendar} ${year}/${month}/${day}`
}

function typedFrom(value: string): Typed {
  const [, calendar, ...parts] = /^(\S+) (\d*)\/(\d*)\/(\d*)$/.exec(value) ?? []
  const known = CALENDARS.find((name) => name === calendar)
  if (known) return { calendar: known, year: parts[0] ?? '', month: parts[1] ?? '', day: parts[2] ?? '' }
  if (!isDate(value)) return { calendar: '西暦', year: '', month: '', day: '' }
  const [year = '', month, day] = value.split('-')
  return { calendar: '西暦', year, month: String(Number(month)), day: String(Number(day)) }
}

/** The validation message for a birthday value, or undefined. */
export function birthdayProblem(value: string, today: string): string | undefined {
  if (isDate(value)) return value > today || value < '1900-01-01' ? '生年月日をご確認ください。' : undefined
  const { year, month, day } = typedFrom(value)
  return year && month && day
    ? 'この日付は暦にありません。年月日をご確認ください。'
    : '生年月日の年・月・日を入力してください。'
}

const Boxes = styled('div')({
  display: 'grid',
  gridTemplateColumns:
    'minmax(88px, 1.1fr) minmax(0, 1.1fr) auto minmax(0, 0.8fr) auto minmax(0, 0.8fr) auto',
  alignItems: 'center',
  gap: 6,
  maxWidth: 440,
  '& input': { paddingInline: 10, textAlign: 'center' },
  [ENLARGED]: { gridTemplateColumns: 'minmax(0, 1fr) auto', '& select': { gridColumn: '1 / -1' } },
})

const Echo = styled('p')(({ theme }) => ({
  minHeight: 21,
  marginTop: 6,
  fontSize: 13,
  color: theme.okuru.palette.font.sub,
}))

type Props = Bound & {
  label?: string
  required?: boolean
  help?: string
  today?: string
  ofOther?: boolean
}

export function BirthdayField(props: Props) {
  const { label = '生年月日', required, help, error, name, value, onChange, onBlur, ref } = props
  const today = props.today ?? todayInTokyo()
  const [typed, setTyped] = useState(() => typedFrom(value))
  const latest = useRef(typed)
  useEffect(() => {
    if (written(latest.current) === value) return
    latest.current = typedFrom(value)
    setTyped(latest.current)
  }, [value])

  const change = (part: Partial<Typed>) => {
    latest.current = { ...latest.current, ...part }
    setTyped(latest.current)
    onChange(written(latest.current))
  }
  const changeCalendar = (calendar: Calendar) => {
    const date = birthdayOf(typed)
    change({ calendar, year: date ? yearIn(calendar, date) : '' })
  }
  const date = birthdayOf(typed)
  const box = (part: 'year' | 'month' | 'day', spoken: string, length: number, autoComplete: string) => (
    <Input
      ref={part === 'year' ? ref : undefined}
      name={part === 'year' ? name : undefined}
      aria-label={spoken}
      aria-invalid={error ? true : undefined}
      inputMode="numeric"
      autoComplete={props.ofOther ? 'off' : autoComplete}
      maxLength={length}
      value={typed[part]}
      onChange={(event) => change({ [part]: digitsOf(event.target.value) })}
      onBlur={onBlur}
    />
  )
  return (
    <FieldGroup label={label} required={required} help={help} error={error}>
      <Boxes>
        <SelectBox
          aria-label="西暦または元号"
          value={typed.calendar}
          onChange={(event) => changeCalendar(event.target.value as Calendar)}
        >
          {CALENDARS.map((calendar) => (
            <option key={calendar}>{calendar}</option>
          ))}
        </SelectBox>
        {box('year', '年', typed.calendar === '西暦' ? 4 : 2, 'bday-year')}
        <span aria-hidden>年</span>
        {box('month', '月', 2, 'bday-month')}
        <span aria-hidden>月</span>
        {box('day', '日', 2, 'bday-day')}
        <span aria-hidden>日</span>
      </Boxes>
      <Echo aria-live="polite">{date && date <= today ? birthdayText(date, today) : ''}</Echo>
    </FieldGroup>
  )
}
