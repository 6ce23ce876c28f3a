import { styled } from '@mui/material/styles'
import { mostQuestions } from '#contract/assessment'
import { dateTimeJa } from '#web/lib/dates.ts'
import { Muted } from '#web/ui/page.tsx'
import type { AssessedItem } from './shared/assessment-types.ts'

const Thread = styled('section')(({ theme }) => ({
  marginTop: 16,
  paddingTop: 12,
  fontSize: 13,
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  '& h3': { fontSize: 14, marginBottom: 6 },
  '& ol': { display: 'grid', gap: 10, listStyle: 'none' },
  '& .said': { padding: '8px 12px', borderRadius: 12, whiteSpace: 'pre-line' },
  '& .own': { background: theme.okuru.palette.bg.sunken },
  '& .shop': { marginTop: 6, background: theme.okuru.palette.primary.lightest },
  '& .said small': { display: 'block', fontSize: 11, color: theme.okuru.palette.font.sub },
}))

/** Questions about an article and the shop's answers; they stay readable after the deal. */
export function QuestionThread({ item }: { item: AssessedItem }) {
  if (item.questions.length === 0) return null
  return (
    <Thread aria-label="査定員へのご質問">
      <h3>査定員へのご質問</h3>
      <ol>
        {item.questions.map(({ id, text, askedAt, answer, answeredAt }) => (
          <li key={id}>
            <p className="said own">
              {text}
              <small>{`お客さま ${dateTimeJa(askedAt)}`}</small>
            </p>
            {answeredAt ? (
              <p className="said shop">
                {answer}
                <small>{`お店 ${dateTimeJa(answeredAt)}`}</small>
              </p>
            ) : (
              <p style={{ marginTop: 4 }}>
                <Muted>お店のお返事をお待ちください。届いたらお知らせします。</Muted>
              </p>
            )}
          </li>
        ))}
      </ol>
    </Thread>
  )
}

/** Why a question cannot be asked now; undefined when it can. */
export function closedBecause({ questions }: AssessedItem): string | undefined {
  if (questions.some(({ answeredAt }) => answeredAt === null)) return 'お返事を待っています'
  return questions.length >= mostQuestions ? 'ご質問はここまでです' : undefined
}
