import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { toFullKatakana } from '#contract/text'
import type { Bound } from './call-form.ts'
import { FieldGroup, TextField } from './field.tsx'
import { useKanaReading } from './use-kana-reading.ts'

const Pair = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 12,
  '& label': { fontSize: 12, fontWeight: 400, color: theme.okuru.palette.font.sub },
}))
const Both = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.okuru.variant === 'biz' ? 12 : 24 }))

type Parts = readonly [family: string, given: string]

export function splitName(name: string): Parts {
  const [family = '', ...given] = name.trim().split(/\s+/u)
  return [family, given.join(' ')]
}

const joinName = ([family, given]: Parts): string => [family.trim(), given.trim()].filter(Boolean).join(' ')

/** Keeps two fields for one stored text; a new text from outside, such as a draft, refills them. */
function useParts(bound: Bound): [Parts, (change: (before: Parts) => Parts) => void] {
  const [parts, setParts] = useState<Parts>(() => splitName(bound.value))
  const latest = useRef(parts)
  useEffect(() => {
    if (joinName(latest.current) === bound.value.trim()) return
    latest.current = splitName(bound.value)
    setParts(latest.current)
  }, [bound.value])
  return [
    parts,
    (change) => {
      latest.current = change(latest.current)
      setParts(latest.current)
      bound.onChange(joinName(latest.current))
    },
  ]
}

const put =
  (index: 0 | 1, text: string) =>
  (parts: Parts): Parts =>
    index === 0 ? [text, parts[1]] : [parts[0], text]

type Props = { name: Bound; kana: Bound; required?: boolean; autoComplete?: boolean }

/** A person's name and its kana. The kana are filled from the IME's reading; kana edited by hand are left alone. */
export function KanaNameFields({ name, kana, required = true, autoComplete = true }: Props) {
  const [names, setNames] = useParts(name)
  const [readings, setReadings] = useParts(kana)
  const byHand = useRef<[boolean, boolean]>([readings[0] !== '', readings[1] !== ''])

  const hear = (index: 0 | 1) => (reading: string, replaces: boolean) => {
    if (byHand.current[index]) return
    setReadings((before) => put(index, replaces ? reading : before[index] + reading)(before))
  }
  const family = useKanaReading(hear(0))
  const given = useKanaReading(hear(1))

  const typeName = (index: 0 | 1, text: string) => {
    setNames(put(index, text))
    if (text === '' && !byHand.current[index]) setReadings(put(index, ''))
  }
  const typeKana = (index: 0 | 1, text: string) => {
    byHand.current[index] = text !== ''
    setReadings(put(index, text))
  }
  const tidyKana = (index: 0 | 1) => {
    setReadings((before) => put(index, toFullKatakana(before[index]))(before))
    kana.onBlur?.()
  }
  return (
    <Both>
      <FieldGroup label="お名前" required={required} error={name.error}>
        <Pair>
          <TextField
            {...family}
            label="姓"
            name={name.name}
            ref={name.ref}
            autoComplete={autoComplete ? 'family-name' : 'off'}
            value={names[0]}
            onChange={(event) => typeName(0, event.target.value)}
            onBlur={name.onBlur}
          />
          <TextField
            {...given}
            label="名"
            autoComplete={autoComplete ? 'given-name' : 'off'}
            value={names[1]}
            onChange={(event) => typeName(1, event.target.value)}
            onBlur={name.onBlur}
          />
        </Pair>
      </FieldGroup>
      <FieldGroup
        label="フリガナ"
        required={required}
        error={kana.error}
        help="お名前から自動で入ります。違うときは直せます。"
      >
        <Pair>
          <TextField
            label="セイ"
            name={kana.name}
            ref={kana.ref}
            autoComplete="off"
            value={readings[0]}
            onChange={(event) => typeKana(0, event.target.value)}
            onBlur={() => tidyKana(0)}
          />
          <TextField
            label="メイ"
            autoComplete="off"
            value={readings[1]}
            onChange={(event) => typeKana(1, event.target.value)}
            onBlur={() => tidyKana(1)}
          />
        </Pair>
      </FieldGroup>
    </Both>
  )
}
