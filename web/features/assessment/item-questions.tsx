import { styled } from '@mui/material/styles'
import { assessmentCalls, mostQuestions } from '#contract/assessment'
import { dateTimeJa } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Muted } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { itemName } from './item-words.ts'
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

export function AskDialog({ item, onClose }: { item: AssessedItem; onClose: () => void }) {
  const { slug } = item
  const ask = useMutationOf(assessmentCalls.ask)
  const form = useShortForm(assessmentCalls.ask, {
    labels: { text: 'お聞きになりたいこと' },
    blank: { text: 'お聞きになりたいことをお書きください。' },
    defaultValues: { text: '' },
    draft: `question-${slug}`,
  })
  return (
    <FormDialog
      form={form}
      title={`${itemName(item)}について聞く`}
      confirm="査定員に聞く"
      Confirm={NextButton}
      send={(body) => ask.mutateAsync({ params: { slug }, body })}
      onClose={onClose}
    >
      <TextArea
        required
        help="例 袖口の傷は、どのくらいの大きさですか。"
        maxLength={500}
        {...form.field('text')}
      />
      <p style={{ fontSize: 13 }}>
        お返事が届いたら、メールとお知らせでご案内します。お返事の期限は、この間も止まりません。
      </p>
    </FormDialog>
  )
}
