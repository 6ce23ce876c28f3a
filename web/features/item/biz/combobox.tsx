import { type ReactNode, type Ref, useId, useState } from 'react'
import { foldSearch } from '#contract/text'
import { type Choice, ComboboxList, ComboboxRoot, useCombobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { holdKeys } from '#web/ui/key-pipeline.ts'

/** Whether the options are those of the text on the screen. */
export type Answer = 'here' | 'asking' | 'failed'

type Props = {
  label: string
  labelEnd?: ReactNode
  error?: string
  /** What is chosen, as it reads. */
  value: string
  /** What is written and not chosen from; undefined when the field shows what is chosen. */
  text: string | undefined
  onText: (text: string | undefined) => void
  options: readonly Choice<number>[]
  /** The options come in their order: what names they were found by is not shown here. */
  isOrdered?: boolean
  /** What is said instead when there is nothing to find at all. */
  none?: string
  answer: Answer
  /** Asks again for what failed to come. */
  onRetry: () => Promise<unknown>
  onPick: (option: Choice<number> | null) => void
  readOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

const ASKING = '探しています…'
const WAITING = '探しています。見つかったら、そのまま選びます。'
const FAILED = '通信が切れて、探せませんでした。Enter で、もう一度探します。'

/** An option that is called just like the text comes first, then those that begin like it. */
function inOrder(options: readonly Choice<number>[], text: string): Choice<number>[] {
  const wanted = foldSearch(text)
  const rank = ({ label, hint = '' }: Choice<number>) => {
    const names = [foldSearch(label), foldSearch(hint)]
    return names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : 2
  }
  return wanted === '' ? [...options] : options.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * A field that finds one of many by a few letters. A text that nothing was chosen for stays and is said to be no choice.
 */
export function Combobox(props: Props) {
  const { label, labelEnd, error, value, text, onText, answer, onPick, readOnly, ref } = props
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
    hold: holdKeys,
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
    <Field id={id} label={label} labelEnd={labelEnd} error={open ? error : (said ?? unchosen ?? error)}>
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
