import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { isComposing } from '#web/ui/keyboard.ts'

export type Pick = { value: number; label: string; hint?: string }

const Root = styled('div')(({ theme }) => ({
  position: 'relative',
  '& [role="listbox"]': {
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
  '& .none': { padding: '6px 10px', fontSize: 12, color: theme.okuru.palette.font.sub },
}))

type Props = {
  label: string
  labelEnd?: ReactNode
  error?: string
  /** What is chosen, as it reads. */
  value: string
  options: readonly Pick[]
  onQuery: (text: string) => void
  onPick: (option: Pick | null) => void
  readOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A field that finds one of many by a few letters. Nothing can stay in it that is not one of them. */
export function Combobox(props: Props) {
  const { label, labelEnd, error, value, options, onQuery, onPick, readOnly, ref } = props
  const listId = useId()
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(0)
  const open = text !== undefined && !readOnly
  const current = Math.min(active, options.length - 1)

  const type = (next: string) => {
    setText(next)
    setActive(0)
    onQuery(next)
  }
  const choose = (option: Pick | undefined) => {
    if (!option) return
    onPick(option)
    setText(undefined)
  }
  const leave = () => {
    if (text !== undefined && text.trim() === '' && value !== '') onPick(null)
    setText(undefined)
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.code]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) type('')
      else if (options.length > 0) setActive((current + step + options.length) % options.length)
    } else if (event.code === 'Enter' && open && text !== '') {
      event.preventDefault()
      choose(options[current])
    } else if (event.code === 'Escape' && open) {
      event.preventDefault()
      setText(undefined)
    }
  }
  return (
    <Field label={label} labelEnd={labelEnd} error={error}>
      {(control) => (
        <Root>
          <Input
            {...control}
            ref={ref}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && options[current] ? `${listId}-${current}` : undefined}
            autoComplete="off"
            readOnly={readOnly}
            value={text ?? value}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
            onBlur={leave}
          />
          {open && (
            <div role="listbox" id={listId} aria-label={label} tabIndex={-1}>
              {options.map((option, index) => (
                <div
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === current}
                  onPointerDown={(event) => {
                    // Before the field loses the focus.
                    event.preventDefault()
                    choose(option)
                  }}
                >
                  {option.label}
                  {option.hint && <small>{option.hint}</small>}
                </div>
              ))}
              {options.length === 0 && <div className="none">見つかりません</div>}
            </div>
          )}
        </Root>
      )}
    </Field>
  )
}
