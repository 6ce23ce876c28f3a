import { type ReactNode, type Ref, useId, useState } from 'react'
import { foldSearch } from '#contract/text'
import { type Choice, ComboboxList, ComboboxRoot, useCombobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { queueKeysUntil } from '#web/ui/key-pipeline.ts'

/** `here`: the options belong to the current text. */
export type Answer = 'here' | 'asking' | 'failed'

type Props = {
  label: string
  required?: boolean | undefined
  labelEnd?: ReactNode
  error?: string
  value: string
  /** Typed text that no option was chosen for; undefined shows `value`. */
  text: string | undefined
  onText: (text: string | undefined) => void
  options: readonly Choice<number>[]
  /** The options are already ranked, e.g. by names that are not shown. */
  isOrdered?: boolean
  none?: string
  answer: Answer
  onRetry: () => Promise<unknown>
  onPick: (option: Choice<number> | null) => void
  readOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

const ASKING = '探しています…'
const WAITING = '探しています。見つかったら、そのまま選びます。'
const FAILED = '通信が切れて、探せませんでした。Enter で、もう一度探します。'

/** Exact matches first, then prefixes. */
function inOrder(options: readonly Choice<number>[], text: string): Choice<number>[] {
  const wanted = foldSearch(text)
  const rank = ({ label, hint = '' }: Choice<number>) => {
    const names = [foldSearch(label), foldSearch(hint)]
    return names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : 2
  }
  return wanted === '' ? [...options] : options.toSorted((one, other) => rank(one) - rank(other))
}

/** Text without a chosen option stays and is marked as not chosen. */
export function Combobox(props: Props) {
  const { label, required, labelEnd, error, value, text, onText, answer, onPick, readOnly, ref } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState<string>()
  const written = text ?? ''
  const open = isOpen && text !== undefined && !readOnly
  const options = props.isOrdered ? props.options : inOrder(props.options, written)

  const end = () => {
    onText(undefined)
    setOpen(false)
    setSaid(undefined)
  }
  const choose = (option: Choice<number>) => {
    onPick(option)
    end()
  }
  const combobox = useCombobox({
    id,
    shown: text ?? value,
    open,
    readOnly,
    options,
    marksFirst: written !== '',
    ready: answer !== 'asking',
    retry: answer === 'failed' ? props.onRetry : undefined,
    hold: queueKeysUntil,
    takesEnter: (moved) => text !== undefined && (written !== '' || moved),
    onText: (next) => {
      onText(next)
      setOpen(true)
      setSaid(undefined)
    },
    onOpen: (byKey) => {
      if (byKey && text === undefined) onText('')
      setOpen(true)
    },
    onClose: () => setOpen(false),
    onEscape: end,
    onChoose: choose,
    onEnter: (option) => {
      if (answer === 'failed') setSaid(FAILED)
      else if (option) choose(option)
      else setSaid(props.none ?? `「${written}」は見つかりません。書き直すか、消してください。`)
    },
    ref,
  })
  const leave = () => {
    setOpen(false)
    if (text === undefined) return
    const same = answer === 'here' && options.find(({ label }) => foldSearch(label) === foldSearch(text))
    if (same) choose(same)
    else if (text.trim() === '') {
      if (value !== '') onPick(null)
      onText(undefined)
    }
  }
  const unchosen = !isOpen && written.trim() !== '' ? `「${written}」はまだ選ばれていません。` : undefined
  const note = combobox.isWaiting ? WAITING : answer === 'asking' ? ASKING : undefined
  return (
    <Field
      id={id}
      label={label}
      required={required}
      labelEnd={labelEnd}
      error={open ? error : (said ?? unchosen ?? error)}
    >
      {(control) => (
        <ComboboxRoot {...combobox.root} aria-busy={combobox.isWaiting || undefined}>
          <Input
            {...combobox.input}
            {...control}
            readOnly={readOnly}
            onFocus={(event) => {
              combobox.input.onFocus?.(event)
              event.target.select()
            }}
            onBlur={(event) => {
              combobox.input.onBlur?.(event)
              leave()
            }}
          />
          {open && (
            <ComboboxList combobox={combobox} label={label} options={options}>
              <div className="note" role="status">
                {note ?? said ?? (options.length === 0 && (props.none ?? '見つかりません'))}
              </div>
            </ComboboxList>
          )}
        </ComboboxRoot>
      )}
    </Field>
  )
}
