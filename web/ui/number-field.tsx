import { styled } from '@mui/material/styles'
import { type Ref, useEffect, useState } from 'react'
import { formatYen, parseCountInput, parseDecimalInput, parseYenInput } from '#contract/text'
import { Field, type FieldProps } from './field.tsx'
import { Input } from './field-style.tsx'

type Props = FieldProps & {
  value: number | null | undefined
  unread?: string | undefined
  /** Called with null for an empty or unparsable field; `unread` is the unparsable text. Never NaN. */
  onChange: (value: number | null, unread?: string) => void
  onBlur?: () => void
  onFocus?: () => void
  /** Stands in the field, behind the number. */
  unit?: string
  name?: string
  id?: string
  ref?: Ref<HTMLInputElement>
  placeholder?: string
  autoFocus?: boolean
  readOnly?: boolean
}

type Reading = {
  parse: (text: string) => number | null
  show: (value: number) => string
  sayWrong: string
  inputMode?: 'numeric' | 'decimal'
}

const WithUnit = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'block',
  '& > small': {
    position: 'absolute',
    right: 10,
    top: 0,
    bottom: 0,
    display: 'grid',
    placeContent: 'center',
    fontSize: 12,
    color: theme.okuru.palette.font.sub,
    pointerEvents: 'none',
  },
  '& > input': { paddingRight: 34 },
}))

/** A number field. The text is formatted on blur; text that is not a number stays, with an error message. */
function ParsedField({ parse, show, sayWrong, inputMode = 'numeric', ...props }: Props & Reading) {
  const { value, unread, onChange, onBlur, onFocus, unit, ...others } = props
  const { name, id, ref, placeholder, autoFocus, readOnly, ...frame } = others
  const [text, setText] = useState(value === null || value === undefined ? (unread ?? '') : show(value))
  const [editing, setEditing] = useState(false)
  const [wrong, setWrong] = useState(unread !== undefined)

  useEffect(() => {
    if (editing || wrong) return
    setText(value === null || value === undefined ? '' : show(value))
  }, [value, editing, wrong, show])

  const type = (next: string) => {
    setText(next)
    setWrong(false)
    const parsed = next.trim() === '' ? null : parse(next)
    onChange(parsed, parsed === null && next.trim() !== '' ? next : undefined)
  }
  const leave = () => {
    setEditing(false)
    const parsed = parse(text)
    setWrong(text.trim() !== '' && parsed === null)
    if (parsed !== null) setText(show(parsed))
    onBlur?.()
  }
  return (
    <Field {...frame} id={id} error={wrong ? sayWrong : frame.error}>
      {(control) => {
        const input = (
          <Input
            {...control}
            {...{ name, ref, placeholder, autoFocus, readOnly, inputMode }}
            type="text"
            autoComplete="off"
            value={text}
            onFocus={() => {
              setEditing(true)
              onFocus?.()
            }}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
            style={{ fontVariantNumeric: 'tabular-nums' }}
          />
        )
        return unit ? (
          <WithUnit>
            {input}
            <small>{unit}</small>
          </WithUnit>
        ) : (
          input
        )
      }}
    </Field>
  )
}

/** A whole number. Accepts counters and full-width digits, for example `１２点`. */
export const NumberField = (props: Props) => (
  <ParsedField {...props} parse={parseCountInput} show={String} sayWrong="数字で入力してください(例 8)。" />
)

export const YenField = (props: Props) => (
  <ParsedField
    {...props}
    parse={parseYenInput}
    show={formatYen}
    sayWrong="金額は数字で入力してください(例 12,000)。"
  />
)

/** A number with up to two decimals, such as a length. Accepts full-width digits and points, and its unit. */
export const DecimalField = (props: Props) => (
  <ParsedField
    {...props}
    parse={parseDecimalInput}
    show={String}
    sayWrong="数字で入力してください(例 68.5)。"
    inputMode="decimal"
  />
)
