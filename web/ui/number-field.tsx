import { type Ref, useEffect, useState } from 'react'
import { formatYen, parseCountInput, parseYenInput } from '#contract/text'
import { Field, type FieldProps } from './field.tsx'
import { Input } from './field-style.tsx'

type Props = FieldProps & {
  value: number | null | undefined
  unread?: string | undefined
  /** Called with null for an empty or unparsable field; `unread` is the unparsable text. Never NaN. */
  onChange: (value: number | null, unread?: string) => void
  onBlur?: () => void
  name?: string
  id?: string
  ref?: Ref<HTMLInputElement>
  placeholder?: string
  autoFocus?: boolean
  readOnly?: boolean
}

type Reading = { parse: (text: string) => number | null; show: (value: number) => string; sayWrong: string }

/** A number field. The text is formatted on blur; text that is not a number stays, with an error message. */
function ParsedField({ parse, show, sayWrong, ...props }: Props & Reading) {
  const { value, unread, onChange, onBlur, name, id, ref, placeholder, autoFocus, readOnly, ...frame } = props
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
      {(control) => (
        <Input
          {...control}
          {...{ name, ref, placeholder, autoFocus, readOnly }}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onFocus={() => setEditing(true)}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        />
      )}
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
