import { type Ref, useId, useState } from 'react'
import { type Choice, ComboboxList, ComboboxRoot, useCombobox } from '#web/ui/combobox.tsx'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

export type Search = {
  found: readonly Choice<string>[] | undefined
  failed: boolean
  again: () => Promise<unknown>
}

type Props = Pick<FieldProps, 'label' | 'required' | 'help' | 'error'> & {
  name: string
  text: string
  chosen: boolean
  search: Search
  onText: (text: string) => void
  onChoose: (found: Choice<string>) => void
  nothing: string
  ref?: Ref<HTMLInputElement>
}

const noteOf = ({ found, failed }: Search, nothing: string): string => {
  if (failed) return '検索できませんでした。少し待ってから、Enter を押してください。'
  if (!found) return '探しています。'
  return found.length === 0 ? nothing : `${found.length}件見つかりました。`
}

export function SearchField(props: Props) {
  const { name, text, chosen, search, onText, onChoose, nothing, ref, ...frame } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const options = search.found ?? []
  const open = isOpen && !chosen && text.trim() !== ''

  const choose = (option: Choice<string> | undefined) => {
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
              setOpen(true)
            }}
            onBlur={(event) => {
              combobox.input.onBlur?.(event)
              // A single match is chosen on blur.
              if (open && options.length === 1) choose(options[0])
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
