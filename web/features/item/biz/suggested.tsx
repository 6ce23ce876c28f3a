import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import type { Candidate } from '#web/features/analysis/shared/use-item-analysis.ts'
import { BY_FINGER } from '#web/ui/by-finger.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { type SuggestedField, type Suggestion, suggestedLabel } from './bench-suggestions.ts'

const Root = styled('div')(({ theme }) => {
  const { warning, primary } = theme.okuru.palette
  return {
    position: 'relative',
    minWidth: 0,
    '& > .unconfirmed': {
      position: 'absolute',
      insetInline: 0,
      bottom: 0,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 6,
      height: 36,
      padding: '0 10px',
      overflow: 'hidden',
      border: `1.5px dashed ${warning.main}`,
      borderRadius: 8,
      font: 'inherit',
      fontWeight: 700,
      whiteSpace: 'nowrap',
      color: warning.main,
      background: warning.bg,
      cursor: 'pointer',
    },
    '& > .unconfirmed > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& > .choices': { display: 'flex', flexWrap: 'wrap', gap: '0 8px', marginTop: 2, fontSize: 12 },
    '& > .choices > button': {
      minHeight: 24,
      padding: 0,
      border: 0,
      font: 'inherit',
      color: primary.main,
      background: 'none',
      cursor: 'pointer',
      '&:hover': { textDecoration: 'underline' },
    },
    [BY_FINGER]: { '& > .unconfirmed': { height: 44 }, '& > .choices > button': { minHeight: 44 } },
  }
})

type Props = {
  field: SuggestedField
  suggestions: readonly Suggestion[]
  onConfirm: (candidate: Candidate) => void
  children: ReactNode
}

/** A field with what photos say of it: dashed in the empty field, or as choices below. A value only once confirmed. */
export function Suggested({ field, suggestions, onConfirm, children }: Props) {
  const [writing, setWriting] = useState(false)
  const found = suggestions.find((one) => one.field === field)
  const { sure, choices = [] } = found ?? {}
  const label = suggestedLabel[field]
  // Whoever writes sees what is written.
  const isWriting = (target: EventTarget): boolean => target instanceof HTMLInputElement
  return (
    <Root onFocus={({ target }) => setWriting(isWriting(target))} onBlur={() => setWriting(false)}>
      {children}
      {sure && !writing && (
        <button
          type="button"
          className="unconfirmed"
          aria-label={`${label}の候補「${sure.value}」を確認して入れる`}
          onClick={() => onConfirm(sure)}
        >
          <span>{`${sure.value} ?`}</span>
          <Kbd>I</Kbd>
        </button>
      )}
      {choices.length > 0 && (
        <div className="choices">
          <span>候補</span>
          {choices.map((candidate) => (
            <button
              key={candidate.value}
              type="button"
              aria-label={`${label}の候補「${candidate.value}」を入れる`}
              onClick={() => onConfirm(candidate)}
            >
              {candidate.value}
            </button>
          ))}
        </div>
      )}
    </Root>
  )
}
