import { styled } from '@mui/material/styles'
import { type FormEvent, useRef, useState } from 'react'
import { MainButton } from '#web/ui/button.tsx'
import { controlStyle } from '#web/ui/field-style.tsx'

const ScanForm = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 8,
  '& label': { gridColumn: '1 / -1', fontWeight: 700 },
  '& input': {
    ...controlStyle(theme),
    minHeight: 52,
    fontSize: 20,
    letterSpacing: '0.04em',
    '@media (pointer: coarse)': { fontSize: 20 },
  },
}))

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
