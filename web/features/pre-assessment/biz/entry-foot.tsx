import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { addDays } from '#contract/day'
import { type PreAssessmentState, usualValidDays } from '#contract/pre-assessment'
import { monthDay, shortDate, todayInTokyo } from '#web/lib/dates.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Muted } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { Sheet } from './entry-sheets.tsx'
import type { Entry } from './use-entry.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 20px',
  '& .sum': { fontVariantNumeric: 'tabular-nums', lineHeight: 1.4 },
  '& .sum > small': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
  '& .acts': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, marginLeft: 'auto' },
  [theme.breakpoints.down('sm')]: {
    '& .acts': { flex: '1 1 100%', flexWrap: 'nowrap', overflowX: 'auto' },
    '& .acts > *': { flex: 'none' },
    '& .acts > [data-go]': { order: -1 },
  },
}))

type Props = {
  entry: Entry
  onOpen: (sheet: Sheet) => void
  onPdf: () => void
  onMove: (to: PreAssessmentState, label: string) => void
}

/** The total and what comes next. */
export function EntryFoot({ entry, onOpen, onPdf, onMove }: Props) {
  const { data, sum, isOpen } = entry
  if (!data) return null
  const moves = data.allowedTransitions.filter(({ to }) => to !== 'sent' && to !== 'accepted')
  const until = data.validUntil ?? addDays(todayInTokyo(), usualValidDays)
  return (
    <Root>
      <div className="sum" aria-live="polite">
        <small>
          {`合計の目安 ${sum.priced}点の幅を足した額`}
          {sum.unpriced > 0 && ` ・ ほか${sum.unpriced}点は金額なし`}
        </small>
        <Yen amount={sum.low} size={24} />
        {' – '}
        <Yen amount={sum.high} size={24} />
        <small>
          中心 <Yen amount={sum.center} strong={false} />
          {` ・ ${isOpen ? '渡すと ' : ''}${shortDate(until)}まで有効`}
        </small>
      </div>
      <div className="acts">
        {data.request !== null && (
          <Link
            to="/biz/requests/$id"
            params={{ id: String(data.request) }}
          >{`申し込み ${data.request} をひらく`}</Link>
        )}
        {data.state === 'accepted' && data.request === null && (
          <Muted>{`${monthDay(data.endedAt)} にお客さまの申し込みの下書きに入りました`}</Muted>
        )}
        {moves.map(({ to, label }) => (
          <QuietButton key={to} onClick={() => onMove(to as PreAssessmentState, label)}>
            {label}
          </QuietButton>
        ))}
        <QuietButton onClick={() => onOpen('paper')}>印刷する</QuietButton>
        <QuietButton onClick={onPdf} endIcon={<Kbd>Alt P</Kbd>}>
          見積書 PDF
        </QuietButton>
        {(isOpen || data.state === 'sent') && (
          <>
            <QuietButton onClick={() => onOpen('send')} endIcon={<Kbd>Alt L</Kbd>}>
              {isOpen ? 'お客さまに渡す' : 'もう一度渡す'}
            </QuietButton>
            <NextButton data-go="" onClick={() => onOpen('hand-over')} endIcon={<Kbd>Ctrl ↵</Kbd>}>
              申し込みに進む
            </NextButton>
          </>
        )}
      </div>
    </Root>
  )
}
