import { purchaseRequestCalls } from '#contract/purchase-request'
import { dateTimeJa } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { MainButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import type { BizRequest } from '../shared/biz/types.ts'
import { useShowRequest } from '../shared/biz/use-request-writer.tsx'

type Objection = BizRequest['countObjections'][number]

export function ObjectionCard({ request }: { request: BizRequest }) {
  const { countObjections: said, itemCount, arrivedItemCount } = request
  if (said.length === 0) return null
  return (
    <Card aria-label="点数のご指摘">
      <h2>点数のご指摘</h2>
      <Stack gap={12}>
        <Muted>{`お申し込み ${itemCount ?? '—'}点 ・ お店で数えた点数 ${arrivedItemCount ?? '—'}点`}</Muted>
        {said.map((objection) => (
          <Said key={objection.id} objection={objection} />
        ))}
      </Stack>
    </Card>
  )
}

function Said({ objection }: { objection: Objection }) {
  const { text, at, answer, answeredAt } = objection
  return (
    <Stack gap={8}>
      <Notice
        tone={answeredAt ? 'plain' : 'wait'}
        title={answeredAt ? 'お客さまから' : 'お客さまから(お返事を待っています)'}
      >
        {text}
        <br />
        <Muted style={{ fontSize: 12 }}>{dateTimeJa(at)}</Muted>
      </Notice>
      {answeredAt ? (
        <p>
          お店からのお返事: {answer} <Muted style={{ fontSize: 12 }}>{dateTimeJa(answeredAt)}</Muted>
        </p>
      ) : (
        <AnswerForm objection={objection.id} />
      )}
    </Stack>
  )
}

function AnswerForm({ objection }: { objection: number }) {
  const show = useShowRequest()
  const answer = useMutationOf(purchaseRequestCalls.answerObjection)
  const form = useShortForm(purchaseRequestCalls.answerObjection, {
    labels: { answer: 'お返事(お客さまにお知らせします)' },
    blank: { answer: 'お返事を入力してください' },
    defaultValues: { answer: '' },
    draft: `objection-${objection}`,
  })
  const send = () =>
    form.submit(async (body) => {
      try {
        show(await answer.mutateAsync({ params: { id: objection }, body }))
        notify.done('お客さまにお返事しました。')
        return true
      } catch (error) {
        const current = currentOf<BizRequest>(error)
        if (!current) throw error
        show(current)
        notify.info('ほかの担当者が先にお返事しました。')
        return false
      }
    })
  return (
    <Stack gap={8}>
      <TextArea
        required
        help="数え直した点数と、見つかったもの・見つからなかったものをお書きください。"
        rows={2}
        maxLength={1000}
        {...form.field('answer')}
      />
      {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
      <div>
        <MainButton onClick={() => void send()} pending={form.pending}>
          お客さまに返事をする
        </MainButton>
      </div>
    </Stack>
  )
}
