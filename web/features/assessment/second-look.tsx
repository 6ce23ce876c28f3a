import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { fieldErrors, sentenceFor } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldGroup, TextArea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { openItems } from './answer.rules.ts'
import type { AssessedItem, Assessment } from './shared/assessment-types.ts'

const Checks = styled('div')({ display: 'grid' })

/** Allowed once per request; pauses the deadline until there is a new result. */
export function SecondLook({
  assessment,
  onDone,
}: {
  assessment: Assessment
  onDone: () => Promise<unknown>
}) {
  const [open, setOpen] = useState(false)
  if (assessment.secondLookUsed) {
    return (
      <Card>
        <h2 style={{ fontSize: 16 }}>再査定のあとの結果です</h2>
        <p style={{ marginTop: 4, fontSize: 13 }}>
          再査定は1回までです。金額にご納得いただけない品は、返してもらうをお選びください。
        </p>
      </Card>
    )
  }
  return (
    <Card>
      <h2 style={{ fontSize: 16 }}>金額が気になるときは</h2>
      <p style={{ margin: '4px 0 14px', fontSize: 13 }}>
        1回だけ、理由を添えてもう一度見てもらえます。再査定の間、お返事の期限は止まります。
      </p>
      <QuietButton onClick={() => setOpen(true)}>再査定を頼む</QuietButton>
      <SecondLookDialog assessment={assessment} open={open} onClose={() => setOpen(false)} onDone={onDone} />
    </Card>
  )
}

type Props = {
  assessment: Assessment
  open: boolean
  onClose: () => void
  onDone: () => Promise<unknown>
}

function SecondLookDialog({ assessment, open, onClose, onDone }: Props) {
  const draft = useDraft(`second-look-${assessment.purchaseRequest}`, { reason: '', items: [] as string[] })
  const { reason, items } = draft.value
  const [problem, setProblem] = useState<string>()
  const ask = useMutationOf(purchaseRequestCalls.secondLook, {
    onSuccess: async () => {
      draft.clear()
      onClose()
      await onDone()
    },
    onError: (error) => setProblem(fieldErrors(error).reason?.join(' ')),
  })
  const send = () => {
    if (reason.trim() === '') {
      setProblem('気になる理由を、ひとことお書きください。')
      return
    }
    setProblem(undefined)
    ask.mutate({
      params: { id: assessment.purchaseRequest },
      body: { reason, ...(items.length > 0 && { items }) },
    })
  }
  return (
    <Dialog
      open={open}
      title="再査定を頼む"
      onClose={onClose}
      actions={
        <>
          <NextButton onClick={send} pending={ask.isPending}>
            再査定を頼む
          </NextButton>
          <QuietButton onClick={onClose}>戻る</QuietButton>
        </>
      }
    >
      <Stack gap={16}>
        {ask.error && !problem && (
          <Notice tone="late" role="alert" title="送信できませんでした">
            {sentenceFor(ask.error)}
          </Notice>
        )}
        <TextArea
          label="気になるところ"
          required
          help="例 購入は去年の11月で、着用は3回です。"
          name="reason"
          maxLength={1000}
          value={reason}
          error={problem}
          onChange={(event) => draft.setValue((now) => ({ ...now, reason: event.target.value }))}
        />
        <Things
          items={openItems(assessment.items)}
          chosen={items}
          onChoose={(next) => draft.setValue((now) => ({ ...now, items: next }))}
        />
        <p style={{ fontSize: 13 }}>
          いまの結果はいったん取り下げられ、新しい結果をあらためてお知らせします。金額は上がることも、変わらないことも、下がることもあります。
        </p>
      </Stack>
    </Dialog>
  )
}

const thingText = ({ brandName, name, seq, price }: AssessedItem): string => {
  const called = `${brandName} ${name}`.trim() || `${seq}点目`
  return price === null ? called : `${called} ${formatYen(price)}`
}

type ThingsProps = {
  items: readonly AssessedItem[]
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
}

function Things({ items, chosen, onChoose }: ThingsProps) {
  const toggle = (slug: string, on: boolean) =>
    onChoose(on ? [...chosen, slug] : chosen.filter((other) => other !== slug))
  return (
    <FieldGroup label="見てほしい品" required={false} help="選ばないときは、すべての品を見直します。">
      <Checks>
        {items.map((item) => (
          <CheckField
            key={item.slug}
            label={thingText(item)}
            checked={chosen.includes(item.slug)}
            onChange={(event) => toggle(item.slug, event.target.checked)}
          />
        ))}
      </Checks>
    </FieldGroup>
  )
}
