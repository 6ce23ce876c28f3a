import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { Input } from '#web/ui/field-style.tsx'
import { isComposing } from '#web/ui/keyboard.ts'
import { usePatientEnter } from '#web/ui/use-patient-enter.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

export type Found = { code: string; name: string }

/** What a search came to; undefined while the answer is on its way. */
export type Search = { found: readonly Found[] | undefined; failed: boolean; again: () => Promise<unknown> }

const Root = styled('div')(({ theme }) => ({
  position: 'relative',
  '& [role="listbox"]': {
    position: 'absolute',
    inset: 'calc(100% + 4px) 0 auto 0',
    zIndex: 5,
    maxHeight: 280,
    overflowY: 'auto',
    padding: 4,
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.medium}`,
    borderRadius: theme.okuru.radius.field,
    boxShadow: theme.okuru.shadow.card,
  },
  '& [role="option"]': {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: 12,
    minHeight: 44,
    padding: '10px 12px',
    lineHeight: 1.5,
    borderRadius: 8,
    cursor: 'pointer',
    '&[aria-selected="true"]': { background: theme.okuru.palette.primary.lightest },
    '& small': {
      flex: 'none',
      fontVariantNumeric: 'tabular-nums',
      color: theme.okuru.palette.font.sub,
    },
  },
  '& .note': { padding: '10px 12px', fontSize: 13, color: theme.okuru.palette.font.sub },
}))

type Props = Pick<FieldProps, 'label' | 'required' | 'help' | 'error'> & {
  name: string
  /** What is written in the box. */
  text: string
  chosen: boolean
  search: Search
  onText: (text: string) => void
  onChoose: (found: Found) => void
  /** Said instead of the list when nothing is found. */
  nothing: string
  ref?: Ref<HTMLInputElement>
}

const noteOf = ({ found, failed }: Search, nothing: string): string => {
  if (failed) return '検索できませんでした。少し待ってから、Enter を押してください。'
  if (!found) return '探しています。'
  return found.length === 0 ? nothing : `${found.length}件見つかりました。`
}

/** Finds one of many by what people know of it. What was typed stays, chosen or not. */
export function SearchField(props: Props) {
  const { name, text, chosen, search, onText, onChoose, nothing, ref, ...frame } = props
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const options = search.found ?? []
  const open = isOpen && !chosen && text.trim() !== ''
  const current = Math.min(active, options.length - 1)

  const choose = (option: Found | undefined) => {
    if (!option) return
    onChoose(option)
    setOpen(false)
  }
  const enter = usePatientEnter({
    text,
    ready: search.found !== undefined || search.failed,
    retry: search.failed ? search.again : undefined,
    take: () => choose(options[current]),
  })
  const note = enter.isWaiting ? '探しています。見つかったら、そのまま選びます。' : noteOf(search, nothing)
  const leave = () => {
    // Nobody has to choose between one.
    if (open && options.length === 1) choose(options[0])
    setOpen(false)
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.code]
    if (step !== undefined && options.length > 0 && !chosen) {
      event.preventDefault()
      if (open) setActive((current + step + options.length) % options.length)
      else setOpen(true)
    } else if (event.code === 'Enter' && open) {
      event.preventDefault()
      enter.press()
    } else if (event.code === 'Escape' && open) {
      event.preventDefault()
      enter.forget()
      setOpen(false)
    }
  }
  return (
    <Field {...frame}>
      {(control) => (
        <Root>
          <Input
            {...control}
            ref={ref}
            name={name}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && options[current] ? `${listId}-${current}` : undefined}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setActive(0)
              setOpen(true)
              onText(event.target.value)
            }}
            onFocus={() => setOpen(true)}
            onKeyDown={press}
            onBlur={leave}
          />
          {open && (
            <div role="listbox" id={listId} aria-label="候補" tabIndex={-1}>
              {options.map((option, index) => (
                <div
                  key={option.code}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === current}
                  ref={(element) => {
                    if (index === current) element?.scrollIntoView?.({ block: 'nearest' })
                  }}
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerUp={() => choose(option)}
                >
                  {option.name}
                  <small>{option.code}</small>
                </div>
              ))}
              {options.length === 0 && <div className="note">{note}</div>}
            </div>
          )}
          <VisuallyHidden role="status">{open ? note : ''}</VisuallyHidden>
        </Root>
      )}
    </Field>
  )
}
