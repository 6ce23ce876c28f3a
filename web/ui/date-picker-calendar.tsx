import { styled } from '@mui/material/styles'
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { DatePicker as MuiDatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { jaJP } from '@mui/x-date-pickers/locales'
import { format, isValid, parse } from 'date-fns'
import { ja } from 'date-fns/locale/ja'
import { Field, type FieldProps } from './field.tsx'

export type DatePickerProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  min?: string
  max?: string
  isClosed?: (date: string) => boolean
  /** Names of public holidays by their day. */
  holidays?: ReadonlyMap<string, string>
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
  const { value, onChange, onBlur, name, min, max, isClosed, holidays, ...frame } = props
  return (
    <Field {...frame}>
      {(control) => (
        <Frame>
          <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={ja} localeText={LOCALE_TEXT}>
            <MuiDatePicker
              value={toDate(value) ?? null}
              onChange={(date) => onChange(toText(date))}
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
