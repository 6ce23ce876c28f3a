import type { assessmentCalls as Calls } from '#contract/assessment'
import { assessmentCalls } from '#contract/assessment'
import type { AskResult } from '#web/lib/ask.ts'
import { dateTimeJa } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { MainButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'

export type Question = AskResult<typeof Calls.get>['items'][number]['questions'][number]

export const withheldText =
  'はじめの査定額が書かれていることがあるため、見直しの値段が決まってから表示します。'

type Props = { question: Question; isAnswerable: boolean }

export function QuestionCard({ question, isAnswerable }: Props) {
  const { text, askedAt, answer, answeredAt, answeredBy } = question
  const waits = answeredAt === null
  if (question.isWithheld)
    return (
      <Notice title="お客さまのご質問">
        {withheldText}
        <br />
        <Muted style={{ fontSize: 12 }}>{dateTimeJa(askedAt)}</Muted>
      </Notice>
    )
  return (
    <Stack gap={8}>
      <Notice
        tone={waits && isAnswerable ? 'wait' : 'plain'}
        title={waits && isAnswerable ? 'お客さまのご質問(お返事を待っています)' : 'お客さまのご質問'}
      >
        {text}
        <br />
        <Muted style={{ fontSize: 12 }}>{dateTimeJa(askedAt)}</Muted>
      </Notice>
      {!waits && (
        <p>
          {`お返事: ${answer} `}
          <Muted style={{ fontSize: 12 }}>{`${answeredBy} ${dateTimeJa(answeredAt)}`}</Muted>
        </p>
      )}
      {waits && isAnswerable && <AnswerForm id={question.id} />}
      {waits && !isAnswerable && <Muted>お返事のないまま、お取引が進みました。</Muted>}
    </Stack>
  )
}

function AnswerForm({ id }: { id: number }) {
  const answer = useMutationOf(assessmentCalls.answerQuestion)
  const form = useShortForm(assessmentCalls.answerQuestion, {
    labels: { answer: 'お返事(お客さまにお知らせします)' },
    blank: { answer: 'お返事を入力してください' },
    defaultValues: { answer: '' },
    draft: `answer-question-${id}`,
  })
  const send = () =>
    form.submit(async (body) => {
      try {
        await answer.mutateAsync({ params: { id }, body })
        notify.done('お客さまにお返事しました。')
        return true
      } catch (error) {
        if (!currentOf<Question>(error)) throw error
        notify.info('ほかの担当者が先にお返事しました。')
        return false
      }
    })
  return (
    <Stack gap={8}>
      <TextArea required rows={3} maxLength={1000} {...form.field('answer')} />
      {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
      <div>
        <MainButton onClick={() => void send()} pending={form.pending}>
          お客さまに返事をする
        </MainButton>
      </div>
    </Stack>
  )
}
