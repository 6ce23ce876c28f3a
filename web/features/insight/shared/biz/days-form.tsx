import { styled } from '@mui/material/styles'
import { type FormEvent, useState } from 'react'
import { addDays } from '#contract/day'
import { longestPeriod } from '#contract/insight'
import { todayInTokyo } from '#web/lib/dates.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'

const Form = styled('form')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: 8,
  '& > div': { width: 180 },
  '@media print': { display: 'none' },
})

type Props = { from: string; to: string; onChoose: (from: string, to: string) => void }

export function DaysForm({ from: firstFrom, to: firstTo, onChoose }: Props) {
  const [from, setFrom] = useState(firstFrom)
  const [to, setTo] = useState(firstTo)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(from, to)
    setProblem(found)
    if (!found) onChoose(from, to)
  }
  const today = todayInTokyo()
  return (
    <Form onSubmit={submit} aria-label="期間">
      <div>
        <DatePicker label="始まりの日" value={from} onChange={setFrom} max={today} />
      </div>
      <div>
        <DatePicker label="終わりの日" value={to} onChange={setTo} max={today} />
      </div>
      <QuietButton type="submit">この期間を見る</QuietButton>
      {problem && <ErrorText role="alert">{problem}</ErrorText>}
    </Form>
  )
}

function problemOf(from: string, to: string): string | undefined {
  if (!from || !to) return '始まりと終わりの日を入れてください。'
  if (to < from) return '終わりの日は、始まりの日より後にしてください。'
  if (addDays(from, longestPeriod) <= to) return '期間は1年までにしてください。'
  return undefined
}
