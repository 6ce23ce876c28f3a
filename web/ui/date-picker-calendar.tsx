import { styled } from '@mui/material/styles'
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { DatePicker as MuiDatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { jaJP } from '@mui/x-date-pickers/locales'
import { format, isValid, parse } from 'date-fns'
import { ja } from 'date-fns/locale/ja'
import { useRef, useState } from 'react'
import { isDate, noSuchDay } from '#contract/day'
import { useCloseRequest } from './close-request.ts'
import { Field, type FieldProps } from './field.tsx'
import { ImpossibleDay } from './impossible-day.tsx'

export type DatePickerProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** Emptied by クリア or by hand; `onChange` also gets an empty text while a day is half typed. */
  onClear?: () => void
  onBlur?: () => void
  name?: string
  min?: string
  max?: string
  isClosed?: (date: string) => boolean
  /** Names of public holidays by their day. */
  holidays?: ReadonlyMap<string, string>
  /** A day that does not exist, as 2026-02-31, is a value too, so that the form can say so and it stays as it was typed. */
  takesImpossible?: boolean
}

const PATTERN = 'yyyy-MM-dd'

const LOCALE_TEXT = {
  ...jaJP.components.MuiLocalizationProvider.defaultProps.localeText,
  cancelButtonLabel: 'キャンセル',
  okButtonLabel: 'OK',
  clearButtonLabel: 'クリア',
}

const ACTIONS = {
  '& .MuiButton-root': {
    width: 'auto',
    minHeight: 44,
    padding: '4px 12px',
    fontSize: 14,
    whiteSpace: 'nowrap',
  },
}

const SUNDAY = '#b3261e'
const SATURDAY = '#1d5a9e'

// The library takes the mark of the keyboard off its buttons and days.
const MARKED = { outline: '3px solid currentColor', outlineOffset: -3 }

// The week starts on Sunday.
const LAYOUT = {
  '& :is(button, [role="gridcell"]):focus-visible': MARKED,
  '& .MuiDayCalendar-weekDayLabel:first-of-type': { color: SUNDAY },
  '& .MuiDayCalendar-weekDayLabel:last-of-type': { color: SATURDAY },
}

/** Sundays and holidays are red and Saturdays blue, as on every Japanese calendar; a holiday is also named. */
function restOf(day: unknown, holidays: DatePickerProps['holidays']) {
  if (!(day instanceof Date)) return {}
  const holiday = holidays?.get(toText(day))
  const weekday = day.getDay()
  const color = holiday || weekday === 0 ? SUNDAY : weekday === 6 ? SATURDAY : undefined
  return {
    ...(color && { sx: { '&:not(.Mui-selected):not(.Mui-disabled)': { color } } }),
    ...(holiday && { title: holiday, 'aria-description': holiday }),
  }
}

const toDate = (text: string | undefined): Date | undefined => {
  const date = text ? parse(text, PATTERN, new Date(2000, 0, 1)) : undefined
  return date && isValid(date) ? date : undefined
}

const noDay = new Date(Number.NaN)

/** What is typed, when it looks like a day, whether or not it exists. */
const typedDay = (text: string): string => {
  const day = text.normalize('NFKC').trim().replaceAll('/', '-')
  return isDate(day) || noSuchDay(day) ? day : ''
}

const toText = (date: Date | null): string => (date && isValid(date) ? format(date, PATTERN) : '')

const Frame = styled('div')(({ theme }) => {
  const { palette, size, radius, font } = theme.okuru
  return {
    '& .MuiPickersTextField-root': { width: '100%' },
    '& button:focus-visible': MARKED,
    '& .MuiPickersInputBase-root': {
      minHeight: size.field,
      fontSize: font.field,
      background: palette.bg.paper,
      borderRadius: radius.field,
      '@media (pointer: coarse)': { fontSize: 16 },
    },
    '& .MuiPickersInputBase-sectionsContainer': { padding: '6px 0' },
    '& .MuiPickersOutlinedInput-notchedOutline': { borderColor: palette.border.strong },
  }
})

export default function DatePickerCalendar(props: DatePickerProps) {
  const { value, onChange, onClear, onBlur, name, min, max, isClosed, holidays, takesImpossible, ...frame } =
    props
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  useCloseRequest(open, close)
  const [isKept, setKept] = useState(takesImpossible === true && noSuchDay(value) !== undefined)
  // The library's value while what is typed is no day; the text is read from its input after each key.
  const [isImpossible, setImpossible] = useState(false)
  const change = (date: Date | null) => {
    setImpossible(takesImpossible === true && date !== null && !isValid(date))
    onChange(toText(date))
  }
  const pass = () => {
    if (!isImpossible) return
    const typed = typedDay(box.current?.querySelector('input')?.value ?? '')
    if (typed !== value) onChange(typed)
  }
  const shown = toDate(value) ?? (isImpossible ? noDay : null)
  if (isKept) {
    const leave = (text: string) => {
      onBlur?.()
      if (isDate(value) || text === '') setKept(false)
    }
    const choose = () => {
      onChange('')
      setKept(false)
      setOpen(true)
    }
    return (
      <Field {...frame}>
        {(control) => (
          <ImpossibleDay
            {...{ control, name }}
            typed={value}
            onChange={(text) => onChange(typedDay(text))}
            onLeave={leave}
            onCalendar={choose}
          />
        )}
      </Field>
    )
  }
  return (
    <Field {...frame}>
      {(control) => (
        <Frame ref={box} onKeyUp={pass} onBlur={pass}>
          <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={ja} localeText={LOCALE_TEXT}>
            <MuiDatePicker
              open={open}
              onOpen={() => setOpen(true)}
              onClose={close}
              value={shown}
              onChange={change}
              onAccept={(date) => date === null && onClear?.()}
              minDate={toDate(min)}
              maxDate={toDate(max)}
              shouldDisableDate={isClosed && ((date) => isClosed(toText(date)))}
              format="yyyy/MM/dd"
              closeOnSelect={false}
              slotProps={{
                actionBar: { actions: ['clear', 'cancel', 'accept'], sx: ACTIONS },
                toolbar: { toolbarFormat: 'M月d日(E)' },
                calendarHeader: { format: 'yyyy年M月' },
                day: ({ day }) => restOf(day, holidays),
                layout: { sx: LAYOUT },
                textField: {
                  id: control.id,
                  name,
                  onBlur,
                  error: Boolean(frame.error),
                  'aria-describedby': control['aria-describedby'],
                },
              }}
            />
          </LocalizationProvider>
        </Frame>
      )}
    </Field>
  )
}
