import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { loadChunk } from '#web/lib/chunk.ts'
import { TextField } from '#web/ui/field.tsx'
import type { SearchField as Combobox } from '#web/ui/search-field.tsx'

type Props = ComponentProps<typeof Combobox<number>>

const QUIET_MS = 3000

/**
 * A text field that becomes a combobox on its first use, or when the page has come to rest: the list of suggestions would
 * otherwise weigh on the first load. What was typed until then, and the focus, stay.
 */
export function BrandField(props: Props) {
  const [Found, setFound] = useState<typeof Combobox<number>>()
  const [failed, setFailed] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const focused = useRef<[number | null, number | null]>(undefined)
  const composed = useRef<Promise<void>>(undefined)
  const become = async () => {
    try {
      const { SearchField } = await loadChunk(() => import('#web/ui/search-field.tsx'))
      await composed.current
      const field = input.current
      if (field && field === document.activeElement)
        focused.current = [field.selectionStart, field.selectionEnd]
      setFound(() => SearchField<number>)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  useEffect(() => {
    const timer = setTimeout(() => void become(), QUIET_MS)
    return () => clearTimeout(timer)
  })
  useLayoutEffect(() => {
    if (!Found || !focused.current) return
    const [start, end] = focused.current
    focused.current = undefined
    input.current?.focus()
    input.current?.setSelectionRange(start, end)
  }, [Found])
  if (Found) return <Found {...props} ref={input} />
  const { label, name, text, error, onText } = props
  return (
    <TextField
      ref={input}
      label={label}
      name={name}
      value={text}
      error={error ?? (failed ? '候補を読み込めませんでした。通信の状態をお確かめください。' : undefined)}
      onPointerEnter={() => void become()}
      onFocus={(event) => {
        event.target.select()
        void become()
      }}
      onCompositionStart={({ target }) => {
        composed.current = new Promise((end) =>
          target.addEventListener('compositionend', () => end(), { once: true }),
        )
      }}
      onChange={(event) => onText(event.target.value)}
    />
  )
}
