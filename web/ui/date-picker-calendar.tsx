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

const toDate = (text: string | undefined): Date | undefined => {
  const date = text ? parse(text, PATTERN, new Date(2000, 0, 1)) : undefined
  return date && isValid(date) ? date : undefined
}

const toText = (date: Date | null): string => (date && isValid(date) ? format(date, PATTERN) : '')

const Frame = styled('div')(({ theme }) => {
  const { palette, size, radius, font } = theme.okuru
  return {
    '& .MuiPickersTextField-root': { width: '100%' },
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
  const { value, onChange, onBlur, name, min, max, isClosed, ...frame } = props
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
