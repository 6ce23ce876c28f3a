import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { parseYenInput } from '#contract/text'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import type { Hand } from './entry-types.ts'
import { bandText } from './pre-assessment-words.ts'

type Band = { low: number | null; high: number | null }
type Texts = { low: string; high: string; reason: string }

/** What keeps a price set by hand from being saved; `band`: that of the template. */
export function problemsOfHand({ low, high, reason }: Texts, band: Band): Partial<Texts> {
  const [from, to] = [parseYenInput(low), parseYenInput(high)]
  if (from === null || to === null) {
    const sentence = '金額を数字で入力してください(例 12,000)。'
    return { ...(from === null && { low: sentence }), ...(to === null && { high: sentence }) }
  }
  if (from > to) return { high: '上限は下限以上の金額にしてください。' }
  const isOutside = band.low === null || band.high === null || from < band.low || to > band.high
  if (isOutside && reason.trim() === '')
    return { reason: 'テンプレートの幅から外れる金額には、理由を入力してください。' }
  return {}
}

const Ends = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 12,
  alignItems: 'start',
})

type Props = {
  title: string
  hand: Hand | null
  band: Band
  onHand: (hand: Hand) => void
  onClose: () => void
}

export function HandDialog({ title, hand, band, onHand, onClose }: Props) {
  const [texts, setTexts] = useState<Texts>({
    low: String(hand?.low ?? band.low ?? ''),
    high: String(hand?.high ?? band.high ?? ''),
    reason: hand?.reason ?? '',
  })
  const [problems, setProblems] = useState<Partial<Texts>>({})
  const put = (part: Partial<Texts>) => setTexts((before) => ({ ...before, ...part }))
  const save = () => {
    const found = problemsOfHand(texts, band)
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) {
      document.getElementById(`hand-${first}`)?.focus()
      return
    }
    onHand({
      low: parseYenInput(texts.low) ?? 0,
      high: parseYenInput(texts.high) ?? 0,
      reason: texts.reason.trim(),
    })
    onClose()
  }
  return (
    <ActDialog title="手で幅を決める" confirm="この幅にする" onConfirm={save} onClose={onClose}>
      <Stack gap={12}>
        <p>
          {title}
          <br />
          <Muted>{`テンプレートの幅: ${bandText(band.low, band.high)}`}</Muted>
        </p>
        <Ends>
          <TextField
            id="hand-low"
            label="下限"
            required
            autoFocus
            inputMode="numeric"
            autoComplete="off"
            value={texts.low}
            error={problems.low}
            onChange={({ target }) => put({ low: target.value })}
          />
          <TextField
            id="hand-high"
            label="上限"
            required
            inputMode="numeric"
            autoComplete="off"
            value={texts.high}
            error={problems.high}
            onChange={({ target }) => put({ high: target.value })}
          />
        </Ends>
        <TextField
          id="hand-reason"
          label="理由"
          help="テンプレートの幅から外れるときは、必ず入力してください。"
          maxLength={200}
          value={texts.reason}
          error={problems.reason}
          onChange={({ target }) => put({ reason: target.value })}
        />
      </Stack>
    </ActDialog>
  )
}
