import { styled } from '@mui/material/styles'
import useAutocomplete from '@mui/material/useAutocomplete'
import { useForkRef } from '@mui/material/utils'
import { type ComponentPropsWithRef, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { isComposing } from './keyboard.ts'
import { usePatientEnter } from './use-patient-enter.ts'

export type Choice<Value = string | number> = { value: Value; label: string; hint?: string }

type Settings<C extends Choice> = {
  id: string
  shown: string
  open: boolean
  readOnly?: boolean
  options: readonly C[]
  /** Enter takes the first option unless another one is marked. */
  marksFirst?: boolean
  /** Whether the options, or the marked one, belong to the current text. */
  ready: boolean | ((marked: C | undefined) => boolean)
  retry?: () => Promise<unknown>
  /** Holds keys typed after an Enter that waits. */
  hold?: (until: Promise<void>) => void
  /** Whether this field handles Enter; `moved` when the arrow keys marked an option. */
  takesEnter: (moved: boolean) => boolean
  onText: (text: string) => void
  onOpen: (byKey: boolean) => void
  onClose: () => void
  onEscape: () => void
  onChoose: (option: C) => void
  /** Called for Enter once the options belong to the text. */
  onEnter: (option: C | undefined) => void
  ref?: Ref<HTMLInputElement>
}

type MuiKeyboardEvent = KeyboardEvent<HTMLElement> & { defaultMuiPrevented?: boolean }

/** MUI's autocomplete with an Enter that waits for the options of the whole text. */
export function useCombobox<C extends Choice>(settings: Settings<C>) {
  const { shown, open, options, marksFirst = shown !== '', retry, hold, takesEnter } = settings
  const [moved, setMoved] = useState<C['value']>()
  const marked = options.find(({ value }) => value === moved) ?? (marksFirst ? options[0] : undefined)
  const ready = typeof settings.ready === 'function' ? settings.ready(marked) : settings.ready
  const enter = usePatientEnter({
    text: shown,
    ready,
    retry,
    hold,
    take: () => {
      setMoved(undefined)
      settings.onEnter(marked)
    },
  })
  const box = useAutocomplete<C, false, false, false>({
    id: settings.id,
    options: options as C[],
    // Keeps the marked option when the options change.
    value: marked ?? null,
    isOptionEqualToValue: (option, { value }) => option.value === value,
    inputValue: shown,
    open,
    readOnly: settings.readOnly,
    clearOnBlur: false,
    filterOptions: (all) => all,
    getOptionLabel: ({ value }) => String(value),
    onHighlightChange: (_event, option) => setMoved(option?.value),
    onInputChange: (_event, text, reason) => {
      if (reason !== 'input') return
      setMoved(undefined)
      settings.onText(text)
    },
    onOpen: (event) => settings.onOpen(event.type === 'keydown'),
    onClose: (_event, reason) => {
      setMoved(undefined)
      if (reason === 'escape') {
        enter.forget()
        settings.onEscape()
      } else settings.onClose()
    },
  })
  const input: ComponentPropsWithRef<'input'> = box.getInputProps()
  const ref = useForkRef(input.ref, settings.ref)
  const press = (event: MuiKeyboardEvent) => {
    const plain = !isComposing(event.nativeEvent) && !event.ctrlKey && !event.metaKey
    event.defaultMuiPrevented = !plain || !/^(ArrowUp|ArrowDown|Escape)$/.test(event.key)
    if (!plain || event.key !== 'Enter' || !takesEnter(moved !== undefined)) return
    event.preventDefault()
    enter.press()
  }
  const optionProps = (option: C, index: number) => {
    // Only the arrow keys mark an option, so Enter never takes what lies under a resting mouse or a scrolling finger.
    const { onMouseMove: _move, onTouchStart: _touch, ...props } = box.getOptionProps({ option, index })
    const onClick = () => {
      setMoved(undefined)
      settings.onChoose(option)
    }
    return { ...props, 'aria-selected': ready && option === marked, onClick }
  }
  return {
    isWaiting: enter.isWaiting,
    root: box.getRootProps({ onKeyDown: press }),
    input: { ...input, ref },
    listbox: (label: string) => ({
      ...box.getListboxProps(),
      'aria-labelledby': undefined,
      'aria-label': label,
    }),
    optionProps,
  }
}

export const ComboboxRoot = styled('div')(({ theme }) => {
  const { palette, shadow, variant } = theme.okuru
  const biz = variant === 'biz'
  return {
    position: 'relative',
    '& > .found': {
      position: 'absolute',
      inset: 'calc(100% + 4px) 0 auto 0',
      zIndex: 5,
      background: palette.bg.paper,
      border: `1px solid ${palette.border.medium}`,
      borderRadius: 10,
      boxShadow: shadow.card,
    },
    '& [role="listbox"]': { position: 'relative', maxHeight: biz ? 264 : 280, overflowY: 'auto', padding: 4 },
    '& [role="listbox"]:empty': { padding: 0 },
    '& [role="option"]': {
      display: 'flex',
      alignItems: 'baseline',
      justifyContent: 'space-between',
      gap: biz ? 8 : 12,
      minHeight: biz ? undefined : 44,
      padding: biz ? '5px 10px' : '10px 12px',
      lineHeight: 1.5,
      borderRadius: biz ? 6 : 8,
      cursor: 'pointer',
    },
    '& [role="option"] small': {
      flex: biz ? undefined : 'none',
      fontSize: biz ? 11 : undefined,
      fontVariantNumeric: 'tabular-nums',
      color: palette.font.sub,
    },
    '& [role="option"][aria-selected="true"]': { background: palette.primary.lightest },
    '& .note:empty': { display: 'none' },
    '& .note': { padding: biz ? '6px 10px' : '10px 12px', fontSize: biz ? 12 : 13, color: palette.font.sub },
  }
})

type ListProps<C extends Choice> = {
  combobox: ReturnType<typeof useCombobox<C>>
  label: string
  options: readonly C[]
  children: ReactNode
}

export function ComboboxList<C extends Choice>({ combobox, label, options, children }: ListProps<C>) {
  return (
    <div className="found">
      {children}
      <ul {...combobox.listbox(label)}>
        {options.map((option, index) => {
          const { key, ...props } = combobox.optionProps(option, index)
          return (
            <li key={key} {...props}>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
