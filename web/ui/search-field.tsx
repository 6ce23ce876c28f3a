import { type Ref, useId, useState } from 'react'
import { type Choice, ComboboxList, ComboboxRoot, useCombobox } from './combobox.tsx'
import { Field, type FieldProps } from './field.tsx'
import { Input } from './field-style.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Search<Value extends string | number = string> = {
  found: readonly Choice<Value>[] | undefined
  failed: boolean
  again: () => Promise<unknown>
}

type Props<Value extends string | number> = Pick<FieldProps, 'label' | 'required' | 'help' | 'error'> & {
  name: string
  text: string
  chosen: boolean
  search: Search<Value>
  onText: (text: string) => void
  onChoose: (found: Choice<Value>) => void
  nothing: string
  /** Shows options before anything is typed; a press on the field then opens them also when one is chosen. */
  suggesting?: boolean
  ref?: Ref<HTMLInputElement>
}

const noteOf = ({ found, failed }: Search<string | number>, nothing: string): string => {
  if (failed) return '検索できませんでした。少し待ってから、Enter を押してください。'
  if (!found) return '探しています。'
  return found.length === 0 ? nothing : `${found.length}件見つかりました。`
}

export function SearchField<Value extends string | number>(props: Props<Value>) {
  const { name, text, chosen, search, onText, onChoose, nothing, suggesting = false, ref, ...frame } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const options = search.found ?? []
  const open = isOpen && (suggesting || (!chosen && text.trim() !== ''))

  const choose = (option: Choice<Value> | undefined) => {
    if (!option) return
    onChoose(option)
    setOpen(false)
  }
  const combobox = useCombobox({
    id,
    shown: text,
    open,
    options,
    ready: search.found !== undefined || search.failed,
    retry: search.failed ? search.again : undefined,
    takesEnter: () => open,
    onText: (next) => {
      setOpen(true)
      onText(next)
    },
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onEscape: () => setOpen(false),
    onChoose: choose,
    onEnter: choose,
    ref,
  })
  const note = combobox.isWaiting ? '探しています。見つかったら、そのまま選びます。' : noteOf(search, nothing)
  return (
    <Field {...frame} id={id}>
      {(control) => (
        <ComboboxRoot {...combobox.root}>
          <Input
            {...combobox.input}
            {...control}
            name={name}
            onFocus={(event) => {
              combobox.input.onFocus?.(event)
              if (suggesting) event.target.select()
              setOpen(true)
            }}
            onBlur={(event) => {
              combobox.input.onBlur?.(event)
              // A single match is chosen on blur.
              if (open && !chosen && options.length === 1) choose(options[0])
              setOpen(false)
            }}
          />
          {open && (
            <ComboboxList combobox={combobox} label="候補" options={options}>
              {options.length === 0 && <div className="note">{note}</div>}
            </ComboboxList>
          )}
          <VisuallyHidden role="status">{open ? note : ''}</VisuallyHidden>
        </ComboboxRoot>
      )}
    </Field>
  )
}
