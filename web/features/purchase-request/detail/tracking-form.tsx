import { type FormEvent, useState } from 'react'
import { carrierLabel, carriers } from '#contract/codes'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { normalizeDigits } from '#contract/text'
import { fieldErrors, sentenceFor } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { type PurchaseRequest, useShowRequest } from './use-request.ts'

type Carrier = (typeof carriers)[number]
const isCarrier = (text: string): text is Carrier => (carriers as readonly string[]).includes(text)

export function TrackingForm({ request }: { request: PurchaseRequest }) {
  const draft = useDraft(`tracking-${request.id}`, { carrier: request.carrier ?? 'YAMATO', number: '' })
  const { carrier, number } = draft.value
  const [problem, setProblem] = useState<string>()
  const show = useShowRequest()
  const save = useMutationOf(purchaseRequestCalls.update, {
    onSuccess: (result) => {
      draft.clear()
      show(result)
    },
    waits: true,
    onError: (error) => setProblem(fieldErrors(error).trackingNumber?.join(' ')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (number.trim() === '') {
      setProblem('送り状番号を入力してください。送り状の控えに書いてあります。')
      return
    }
    setProblem(undefined)
    save.mutate({
      params: { id: request.id },
      body: { trackingNumber: number, ...(isCarrier(carrier) && { carrier }) },
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        {save.error && !problem && (
          <Notice tone="late" role="alert" title="保存できませんでした">
            {sentenceFor(save.error)}
          </Notice>
        )}
        <SelectField
          label="運送会社"
          name="carrier"
          options={carriers.map((value) => ({ value, label: carrierLabel[value] }))}
          value={carrier}
          onChange={(event) => draft.setValue((now) => ({ ...now, carrier: event.target.value }))}
        />
        <TextField
          label="送り状番号"
          required
          help="ハイフンはあってもなくてもかまいません。"
          name="trackingNumber"
          inputMode="numeric"
          autoComplete="off"
          value={number}
          error={problem}
          onChange={(event) => draft.setValue((now) => ({ ...now, number: event.target.value }))}
          onBlur={() => draft.setValue((now) => ({ ...now, number: normalizeDigits(now.number).trim() }))}
        />
        <MainButton type="submit" pending={save.isPending}>
          送ったことを知らせる
        </MainButton>
      </Stack>
    </form>
  )
}
