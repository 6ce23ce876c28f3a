import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { foldSearch } from '#contract/text'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { holdKeys } from '#web/ui/key-pipeline.ts'
import { isComposing } from '#web/ui/keyboard.ts'
import { usePatientEnter } from '#web/ui/use-patient-enter.ts'

export type Pick = { value: number; label: string; hint?: string }

const Root = styled('div')(({ theme }) => ({
  position: 'relative',
  '& .found': {
    position: 'absolute',
    inset: 'calc(100% + 4px) 0 auto 0',
    zIndex: 5,
    maxHeight: 264,
    overflowY: 'auto',
    padding: 4,
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.medium}`,
    borderRadius: 10,
    boxShadow: theme.okuru.shadow.card,
  },
  '& [role="option"]': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 8,
    padding: '5px 10px',
    borderRadius: 6,
    lineHeight: 1.5,
    cursor: 'pointer',
  },
  '& [role="option"] small': { fontSize: 11, color: theme.okuru.palette.font.sub },
  '& [role="option"][aria-selected="true"]': { background: theme.okuru.palette.primary.lightest },
  '& .none:empty': { display: 'none' },
  '& .none': { padding: '6px 10px', fontSize: 12, color: theme.okuru.palette.font.sub },
}))

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
  options: readonly Pick[]
  /** The options come in their order: what names they were found by is not shown here. */
  isOrdered?: boolean
  /** What is said instead when there is nothing to find at all. */
  none?: string
  answer: Answer
  /** Asks again for what failed to come. */
  onRetry: () => Promise<unknown>
  onPick: (option: Pick | null) => void
  readOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

const ASKING = '探しています…'
const WAITING = '探しています。見つかったら、そのまま選びます。'
const FAILED = '通信が切れて、探せませんでした。Enter で、もう一度探します。'

/** An option that is called just like the text comes first, then those that begin like it. */
function inOrder(options: readonly Pick[], text: string): Pick[] {
  const wanted = foldSearch(text)
  const rank = ({ label, hint = '' }: Pick) => {
    const names = [foldSearch(label), foldSearch(hint)]
    return names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : 2
  }
  return wanted === '' ? [...options] : options.toSorted((one, other) => rank(one) - rank(other))
}

/** What is written, found and chosen, and what keys and leaving the field do with it. */
function useChoosing(props: Props) {
  const { value, text, onText, answer, onPick, onRetry } = props
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<number>()
  const [said, setSaid] = useState<string>()
  const written = text ?? ''
  const open = isOpen && text !== undefined && !props.readOnly
  const options = props.isOrdered ? props.options : inOrder(props.options, written)
  const current = Math.min(active ?? 0, options.length - 1)

  const end = () => {
    onText(undefined)
    setOpen(false)
    setSaid(undefined)
  }
  const choose = (option: Pick) => {
    onPick(option)
    end()
  }
  const enter = usePatientEnter({
    text: written,
    ready: answer !== 'asking',
    hold: holdKeys,
    retry: answer === 'failed' ? onRetry : undefined,
    take: () => {
      const option = options[current]
      if (answer === 'failed') setSaid(FAILED)
      else if (option) choose(option)
      else setSaid(props.none ?? `「${written}」は見つかりません。書き直すか、消してください。`)
    },
  })
  const type = (next: string) => {
    onText(next)
    setOpen(true)
    setActive(undefined)
    setSaid(undefined)
  }
  const step = (by: number) => {
    if (!open) return type(written)
    if (active === undefined && written === '') return setActive(by > 0 ? 0 : options.length - 1)
    if (options.length > 0) setActive((current + by + options.length) % options.length)
  }
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
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.code]
    if (by !== undefined) step(by)
    else if (event.code === 'Enter' && text !== undefined && (written !== '' || active !== undefined))
      enter.press()
    else if (event.code === 'Escape' && open) {
      enter.forget()
      end()
    } else return
    event.preventDefault()
  }
  const unchosen = !isOpen && written.trim() !== '' ? `「${written}」はまだ選ばれていません。` : undefined
  const asking = answer === 'asking' ? ASKING : undefined
  return {
    open,
    options,
    current,
    isWaiting: enter.isWaiting,
    note: enter.isWaiting ? WAITING : asking,
    said,
    problem: said ?? unchosen,
    choose,
    type,
    leave,
    press,
  }
}

/**
 * A field that finds one of many by a few letters. Enter takes only what was found for the text that is shown. A text
 * that nothing was chosen for stays, is said to be no choice, and is what the piece lacks.
 */
export function Combobox(props: Props) {
  const { label, labelEnd, error, value, text, readOnly, ref } = props
  const listId = useId()
  const choosing = useChoosing(props)
  const { open, options, current, note, choose } = choosing
  return (
    <Field label={label} labelEnd={labelEnd} error={open ? error : (choosing.problem ?? error)}>
      {(control) => (
        <Root aria-busy={choosing.isWaiting || undefined}>
          <Input
            {...control}
            ref={ref}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && !note && options[current] ? `${listId}-${current}` : undefined}
            autoComplete="off"
            readOnly={readOnly}
            value={text ?? value}
            onFocus={(event) => event.target.select()}
            onChange={(event) => choosing.type(event.target.value)}
            onKeyDown={choosing.press}
            onBlur={choosing.leave}
          />
          {open && (
            <div className="found">
              <div className="none" role="status">
                {note ?? choosing.said ?? (options.length === 0 && (props.none ?? '見つかりません'))}
              </div>
              <div role="listbox" id={listId} aria-label={label} tabIndex={-1}>
                {options.map((option, index) => (
                  <Option
                    key={option.value}
                    id={`${listId}-${index}`}
                    option={option}
                    selected={!note && index === current}
                    onChoose={choose}
                  />
                ))}
              </div>
            </div>
          )}
        </Root>
      )}
    </Field>
  )
}

type OptionProps = { id: string; option: Pick; selected: boolean; onChoose: (option: Pick) => void }

function Option({ id, option, selected, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      ref={(element) => {
        if (selected) element?.scrollIntoView?.({ block: 'nearest' })
      }}
      onPointerDown={(event) => {
        // Before the field loses the focus.
        event.preventDefault()
        onChoose(option)
      }}
    >
      {option.label}
      {option.hint && <small>{option.hint}</small>}
    </div>
  )
}
