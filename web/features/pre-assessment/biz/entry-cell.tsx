import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Choice, ComboboxList, ComboboxRoot, useCombobox } from '#web/ui/combobox.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { queueKeysUntil } from '#web/ui/key-pipeline.ts'

type Props = {
  label: string
  field: string
  value: string
  placeholder?: string
  /** In the order in which they are offered; asked with a blank text too. */
  optionsFor: (text: string) => readonly Choice<number>[]
  /** Whether the options are known. */
  isReady: boolean
  /** Opens at once, and a figure takes the option of that number. */
  isNumbered?: boolean
  /** Shows what there is before anything is typed. */
  isOpenAtOnce?: boolean
  onPick: (option: Choice<number>) => void
  onClear: () => void
  /** Takes a text that no option has. */
  onFree?: (text: string) => void
  /** Which of those; all without it. */
  takes?: (text: string) => boolean
  /** Said of a text that is not taken. */
  refusal?: string | undefined
  /** The field is done. */
  onNext: () => void
}

const DIGIT = /^[1-9１-９]$/

/** A cell to type into: a few letters and Enter take what they find and lead on; so does Tab. */
export function EntryCell(props: Props) {
  const {
    label,
    field,
    value,
    placeholder,
    isReady,
    isNumbered = false,
    isOpenAtOnce = isNumbered,
    onPick,
    onClear,
    onNext,
  } = props
  const id = useId()
  const composing = useRef(false)
  const [text, setText] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const written = text ?? ''
  const options = isOpen ? props.optionsFor(written) : []
  const onFree = props.takes?.(written) === false ? undefined : props.onFree
  const none = written !== '' && isReady && options.length === 0

  const end = () => {
    setText(undefined)
    setOpen(false)
  }
  const choose = (option: Choice<number>, leads = true) => {
    onPick(option)
    end()
    if (leads) onNext()
  }
  const byNumber = (next: string): boolean => {
    const option = isNumbered && DIGIT.test(next) ? options[Number(next.normalize('NFKC')) - 1] : undefined
    if (option) choose(option)
    return option !== undefined
  }
  const combobox = useCombobox<Choice<number>>({
    id,
    shown: text ?? value,
    open: isOpen && (options.length > 0 || none),
    options,
    marksFirst: written !== '',
    ready: isReady,
    hold: queueKeysUntil,
    takesEnter: () => true,
    onText: (next) => {
      if (!composing.current && byNumber(next)) return
      setText(next)
      setOpen(true)
    },
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onEscape: end,
    onChoose: choose,
    onEnter: (option) => {
      if (option) return choose(option)
      if (written === '' && text !== undefined && value !== '') onClear()
      if (written !== '' && !onFree) return
      if (written !== '') onFree?.(written)
      end()
      onNext()
    },
  })
  const leave = () => {
    const [first] = written === '' ? [] : options
    if (text !== undefined && first && isReady) choose(first, false)
    else if (text !== undefined && written !== '' && onFree) onFree(written)
    else if (text === '' && value !== '') onClear()
    if (!none || onFree) end()
    else setOpen(false)
  }
  const root = combobox.root as { onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void }
  return (
    <ComboboxRoot
      {...combobox.root}
      data-field={field}
      aria-busy={combobox.isWaiting || undefined}
      onKeyDown={(event) => {
        // Alt belongs to the page: it leads from row to row.
        if (!event.altKey) root.onKeyDown?.(event)
      }}
    >
      <Input
        {...combobox.input}
        id={id}
        aria-label={label}
        placeholder={placeholder}
        aria-invalid={(none && !onFree) || undefined}
        onCompositionStart={() => {
          composing.current = true
        }}
        onCompositionEnd={(event) => {
          composing.current = false
          byNumber(event.currentTarget.value)
        }}
        onFocus={(event) => {
          combobox.input.onFocus?.(event)
          event.target.select()
          if (isOpenAtOnce) setOpen(true)
        }}
        onBlur={(event) => {
          combobox.input.onBlur?.(event)
          leave()
        }}
      />
      {isOpen && (options.length > 0 || none) && (
        <ComboboxList
          combobox={combobox}
          label={label}
          options={
            isNumbered ? options.map((one, at) => ({ ...one, label: `${at + 1}  ${one.label}` })) : options
          }
        >
          <div className="note" role="status">
            {none &&
              (onFree
                ? `「${written}」のまま入れます(Enter)`
                : (props.refusal ?? `「${written}」は見つかりません`))}
          </div>
        </ComboboxList>
      )}
    </ComboboxRoot>
  )
}
