import { carrierLabel, carriers } from '#contract/codes'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { normalizeDigits } from '#contract/text'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Stack } from '#web/ui/page.tsx'
import { type PurchaseRequest, useShowRequest } from './use-request.ts'

type Values = { carrier: (typeof carriers)[number]; trackingNumber: string }

const labels = { carrier: '運送会社', trackingNumber: '送り状番号' }

export function TrackingForm({ request }: { request: PurchaseRequest }) {
  const carrier = (request.carrier ?? 'YAMATO') as Values['carrier']
  const draft = useDraft<Values>(`tracking-${request.id}`, { carrier, trackingNumber: '' }, { version: 2 })
  const form = useCallForm<Values>({
    call: purchaseRequestCalls.update,
    labels,
    draft,
    mode: 'onSubmit',
    // The call also changes requests that have no number yet.
    also: ({ trackingNumber }) => ({
      trackingNumber: trackingNumber.trim()
        ? undefined
        : '送り状番号を入力してください。送り状の控えに書いてあります。',
    }),
  })
  const show = useShowRequest()
  const save = useMutationOf(purchaseRequestCalls.update, {
    onSuccess: (result) => {
      draft.clear()
      show(result)
    },
    waits: true,
  })
  return (
    <Form
      form={form}
      failedTitle="保存できませんでした"
      onValid={(body) => forForm(() => save.mutateAsync({ params: { id: request.id }, body }))}
    >
      <Stack gap={14}>
        <SelectField
          options={carriers.map((value) => ({ value, label: carrierLabel[value] }))}
          {...form.field('carrier')}
        />
        <TextField
          required
          help="ハイフンはあってもなくてもかまいません。"
          inputMode="numeric"
          autoComplete="off"
          {...form.tidied('trackingNumber', (text) => normalizeDigits(text).trim())}
        />
        <MainButton type="submit" pending={form.formState.isSubmitting}>
          送ったことを知らせる
        </MainButton>
      </Stack>
    </Form>
  )
}
