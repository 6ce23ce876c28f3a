import { useState } from 'react'
import { itemStatus } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { sentenceFor } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { useDraft } from '#web/lib/draft.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { DangerButton, QuietButton } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { type PurchaseRequest, useShowRequest } from './use-request.ts'

type Props = { request: PurchaseRequest; open: boolean; onClose: () => void }

export function RescindDialog({ request, open, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const draft = useDraft(`rescind-${request.id}`, { reason: '' })
  const { reason } = draft.value
  const [missing, setMissing] = useState(false)
  const show = useShowRequest()
  const rescind = useMutationOf(purchaseRequestCalls.rescind, {
    onSuccess: (result) => {
      draft.clear()
      setChosen([])
      onClose()
      show(result)
    },
    waits: true,
    rereadsOnError: true,
  })
  const bought = request.items.filter(({ status }) => status === itemStatus.PURCHASED)
  const picked = bought.filter(({ slug }) => chosen.includes(slug))
  const amount = picked.reduce((sum, { price }) => sum + (price ?? 0), 0)
  const send = () => {
    setMissing(picked.length === 0)
    if (picked.length === 0) return
    rescind.mutate({
      params: { id: request.id },
      body: { slugs: picked.map(({ slug }) => slug), ...(reason.trim() && { reason }) },
    })
  }
  return (
    <Dialog
      open={open}
      title="売却を取り消す"
      onClose={onClose}
      actions={
        <>
          <DangerButton onClick={send} pending={rescind.isPending}>
            {picked.length > 0 ? `${picked.length}点・${formatYen(amount)}を取り消す` : '取り消す'}
          </DangerButton>
          <QuietButton onClick={onClose} autoFocus>
            戻る
          </QuietButton>
        </>
      }
    >
      <Stack gap={14}>
        {rescind.error && (
          <Notice tone="late" role="alert" title="取り消せませんでした">
            {sentenceFor(rescind.error)}
          </Notice>
        )}
        <p style={{ fontSize: 13 }}>
          {request.rescissionUntil && `${shortDateTime(request.rescissionUntil)}まで取り消せます。`}
          取り消した品はお返しし、その金額を残高から差し引きます。すでにお振込みした分は、同じ会社のお店に次にお売りいただくときの代金から差し引きます。お客さまからお振込みいただく必要はありません。
        </p>
        <Things {...{ bought, chosen, missing, onChoose: setChosen }} />
        <TextArea
          label="理由"
          required={false}
          maxLength={500}
          value={reason}
          onChange={(event) => draft.setValue({ reason: event.target.value })}
        />
        <DefinitionList
          sums
          items={[
            { key: 'amount', term: `取り消す金額(${picked.length}点)`, value: <Yen amount={-amount} /> },
            { key: 'cost', term: '返送料', value: <Yen amount={request.returnCost} strong={false} /> },
          ]}
        />
      </Stack>
    </Dialog>
  )
}

type ThingsProps = {
  bought: PurchaseRequest['items']
  chosen: readonly string[]
  missing: boolean
  onChoose: (chosen: readonly string[]) => void
}

function Things({ bought, chosen, missing, onChoose }: ThingsProps) {
  const toggle = (slug: string, on: boolean) =>
    onChoose(on ? [...chosen, slug] : chosen.filter((other) => other !== slug))
  return (
    <fieldset>
      <legend style={{ fontWeight: 700 }}>取り消す品</legend>
      {bought.map((item) => (
        <CheckField
          key={item.slug}
          label={
            <>
              {[item.brandName, item.name].filter(Boolean).join(' ')} <Yen amount={item.price} />
            </>
          }
          checked={chosen.includes(item.slug)}
          onChange={(event) => toggle(item.slug, event.target.checked)}
        />
      ))}
      {missing && <ErrorText role="alert">取り消す品をお選びください。</ErrorText>}
    </fieldset>
  )
}
