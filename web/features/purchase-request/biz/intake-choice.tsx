import { styled } from '@mui/material/styles'
import { useEffect, useId, useRef } from 'react'
import { labelOf } from '#contract/codes'
import { requestStatusLabel } from '#contract/lifecycle'
import { monthDay } from '#web/lib/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { type Candidate, foundOf, type Scanned } from '../shared/biz/code-look-up.ts'

const List = styled('ul')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gap: 8,
    '& button': {
      display: 'grid',
      gap: 2,
      width: '100%',
      minHeight: 56,
      padding: '10px 14px',
      font: 'inherit',
      lineHeight: 1.6,
      textAlign: 'left',
      color: palette.font.main,
      background: palette.bg.paper,
      border: `1px solid ${palette.border.strong}`,
      borderRadius: theme.okuru.radius.field,
      fontVariantNumeric: 'tabular-nums',
      cursor: 'pointer',
    },
    '& button:hover': { background: palette.primary.lightest },
    '& b': { fontSize: 16 },
  }
})

const stateOf = ({ status, arrivedAt }: Candidate): string =>
  arrivedAt === null ? labelOf(requestStatusLabel, status) : `${monthDay(arrivedAt)} 受け取り済み`

type Props = {
  code: string
  candidates: readonly Candidate[]
  onPick: (found: Scanned) => void
}

/** A tracking number of several requests: the clerk reads the slip, because one of them was mistyped. */
export function IntakeChoice({ code, candidates, onPick }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // Not on the first choice: a key meant for something else would take it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card>
      <Stack gap={12}>
        <Stack gap={4}>
          <Muted>{`送り状番号 ${code}`}</Muted>
          <h2 id={id} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {`この番号は、${candidates.length}件の申し込みにあります`}
          </h2>
          <p>
            送り状のご依頼主のお名前を見て、届いた荷物の申し込みをお選びください。ほかの申し込みは、番号の入力間違いかもしれません。
          </p>
        </Stack>
        <List aria-labelledby={id}>
          {candidates.map((candidate) => (
            <li key={candidate.request}>
              <button type="button" onClick={() => onPick(foundOf(candidate))}>
                <b>{`${candidate.customerName} 様`}</b>
                <span>
                  {`申し込み ${candidate.request}${candidate.box === null ? '' : ` ・ ${candidate.box}箱目`} ・ ${stateOf(candidate)}`}
                </span>
                <Muted>{`${monthDay(candidate.createdAt)} 申し込み ・ ${candidate.shopName}`}</Muted>
              </button>
            </li>
          ))}
        </List>
      </Stack>
    </Card>
  )
}
