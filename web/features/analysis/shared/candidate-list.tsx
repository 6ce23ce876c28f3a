import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useId, useState } from 'react'
import { Kbd } from '#web/ui/kbd.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { Candidate } from './use-item-analysis.ts'

const Root = styled('section')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gap: 6,
    fontSize: 13,
    '& header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
    '& h3': { fontSize: 13, fontWeight: 700 },
    '& label': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) 54px 36px',
      alignItems: 'center',
      gap: 10,
      minHeight: 32,
      padding: '2px 10px',
      border: '1.5px solid transparent',
      borderRadius: 8,
      cursor: 'pointer',
    },
    '& label > input': { position: 'absolute', opacity: 0, pointerEvents: 'none' },
    '& label[data-chosen]': {
      borderColor: palette.primary.main,
      background: palette.primary.lighter,
      fontWeight: 700,
    },
    '& label:focus-within': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 1 },
    '& .bar': { display: 'block', height: 6, borderRadius: 3, background: palette.border.main },
    '& .bar i': { display: 'block', height: '100%', borderRadius: 3, background: palette.primary.main },
    '& .sure': { textAlign: 'right', fontWeight: 400, fontVariantNumeric: 'tabular-nums' },
    '& footer': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '4px 12px',
      fontSize: 12,
      color: palette.font.sub,
    },
    '& footer button': {
      padding: 0,
      border: 0,
      font: 'inherit',
      color: palette.font.main,
      background: 'none',
      cursor: 'pointer',
    },
    [theme.breakpoints.down('md')]: {
      '& label, & footer button': { minHeight: 44 },
    },
  }
})

const most = 3

type Props = {
  /** What the candidates are of: 品番. */
  label: string
  /** Of one field, the likeliest first. */
  candidates: readonly Candidate[]
  onConfirm: (candidate: Candidate) => void
  onNone: () => void
  /** Set once a person has decided. */
  isConfirmed?: boolean
}

/** Likely values of one field: 1 to 3 choose, Enter confirms, 0 says that it is none of them. */
export function CandidateList({ label, candidates, onConfirm, onNone, isConfirmed = false }: Props) {
  const title = useId()
  const [at, setAt] = useState(0)
  const shown = candidates.slice(0, most)
  const chosen = shown[at] ?? shown[0]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const moved = moveOf(event.code, at, shown.length)
    if (moved !== undefined) setAt(moved)
    else if (event.code === 'Enter' && chosen) onConfirm(chosen)
    else if (event.code === 'Digit0' || event.code === 'Numpad0') onNone()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (!chosen) return null
  return (
    <Root aria-labelledby={title}>
      <header>
        <h3 id={title}>{`${label}の候補`}</h3>
        <StatusChip tone={isConfirmed ? 'ok' : 'wait'}>{isConfirmed ? '確認済み' : '未確認'}</StatusChip>
      </header>
      <div role="radiogroup" aria-labelledby={title} onKeyDown={onKeyDown}>
        {shown.map((candidate, index) => (
          <label key={candidate.value} data-chosen={candidate === chosen || undefined}>
            <input
              type="radio"
              name={title}
              value={candidate.value}
              checked={candidate === chosen}
              onChange={() => setAt(index)}
            />
            <Kbd>{index + 1}</Kbd>
            <span>{candidate.value}</span>
            <span className="bar">
              <i style={{ width: `${Math.round(candidate.confidence * 100)}%` }} />
            </span>
            <span className="sure">{candidate.confidence.toFixed(2)}</span>
          </label>
        ))}
      </div>
      <footer>
        <span>確認するまで商品には入りません。</span>
        <button type="button" onClick={() => onConfirm(chosen)}>
          <Kbd>↵</Kbd> {`この${label}で確認`}
        </button>
        <button type="button" onClick={onNone}>
          <Kbd>0</Kbd> どれも違う
        </button>
      </footer>
    </Root>
  )
}

function moveOf(code: string, at: number, count: number): number | undefined {
  const [, digit] = /^(?:Digit|Numpad)([1-3])$/.exec(code) ?? []
  if (digit !== undefined) return Number(digit) <= count ? Number(digit) - 1 : at
  return undefined
}
