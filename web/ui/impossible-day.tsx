import { styled } from '@mui/material/styles'
import { CalendarIcon } from '@mui/x-date-pickers/icons'
import { useState } from 'react'
import type { ControlProps } from './field.tsx'
import { Input } from './field-style.tsx'
import { IconButton } from './icon-button.tsx'

const Pair = styled('span')({
  position: 'relative',
  display: 'block',
  '& > input': { paddingRight: 52 },
  '& > button': { position: 'absolute', top: 2, right: 2 },
})

type Props = {
  control: ControlProps
  name: string | undefined
  /** As `2026-02-31`. */
  typed: string
  onChange: (typed: string) => void
  onLeave: (text: string) => void
  onCalendar: () => void
}

/**
 * A day that does not exist, kept from before a reload. The library shows such a day only while it is being typed into
 * its own field.
 */
export function ImpossibleDay({ control, name, typed, onChange, onLeave, onCalendar }: Props) {
  const [text, setText] = useState(typed.replaceAll('-', '/'))
  return (
    <Pair>
      <Input
        {...control}
        name={name}
        value={text}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        onChange={({ target }) => {
          setText(target.value)
          onChange(target.value)
        }}
        onBlur={() => onLeave(text)}
      />
      <IconButton label="カレンダーから選ぶ" onClick={onCalendar}>
        <CalendarIcon />
      </IconButton>
    </Pair>
  )
}
