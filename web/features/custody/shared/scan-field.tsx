import { type FormEvent, useRef, useState } from 'react'
import { MainButton } from '#web/ui/button.tsx'
import { ScanForm } from '#web/ui/scan-form.ts'

type Props = { label: string; placeholder: string; button: string; onCode: (code: string) => unknown }

/** For codes typed by hand; scans into it go to the scan handlers. */
export function ScanField({ label, placeholder, button, onCode }: Props) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    void onCode(text)
    setText('')
    field.current?.focus()
  }
  return (
    <ScanForm onSubmit={submit} role="search" aria-label={label}>
      <label htmlFor="scan">{label}</label>
      <input
        id="scan"
        ref={field}
        type="text"
        data-scan=""
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <MainButton type="submit">{button}</MainButton>
    </ScanForm>
  )
}
