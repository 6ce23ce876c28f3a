import { useId } from 'react'
import { itemStatus } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { shortDateTime } from '#web/lib/dates.ts'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { DangerButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { CheckField } from '#web/ui/choice-field.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { FieldGroup, TextArea } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { type PurchaseRequest, useShowRequest } from './use-request.ts'

type Values = { slugs: string[]; reason: string }

const nothing: Values = { slugs: [], reason: '' }

type Props = { request: PurchaseRequest; open: boolean; onClose: () => void }

export function RescindDialog({ request, open, onClose }: Props) {
  const formId = useId()
  const bought = request.items.filter(({ status }) => status === itemStatus.PURCHASED)
  const pickedOf = ({ slugs }: Values) => bought.filter(({ slug }) => slugs.includes(slug))
  const bodyOf = (values: Values) => ({
    slugs: pickedOf(values).map(({ slug }) => slug),
    ...(values.reason.trim() && { reason: values.reason }),
  })
  const draft = useDraft(`rescind-${request.id}`, nothing, { omit: ['slugs'] })
  const form = useCallForm<Values>({
    call: purchaseRequestCalls.rescind,
    labels: { slugs: '取り消す品', reason: '理由' },
    words: { slugs: '取り消す品をお選びください。' },
    bodyOf,
    draft,
    mode: 'onSubmit',
  })
  const show = useShowRequest()
  const rescind = useMutationOf(purchaseRequestCalls.rescind, {
    onSuccess: (result) => {
      form.reset(nothing)
      draft.clear()
      onClose()
      show(result)
    },
    waits: true,
    rereadsOnError: true,
  })
  const picked = pickedOf(form.watch())
  const amount = picked.reduce((sum, { price }) => sum + (price ?? 0), 0)
  return (
    <ActDialog
      open={open}
      title="売却を取り消す"
      onClose={onClose}
      confirm={picked.length > 0 ? `${picked.length}点・${formatYen(amount)}を取り消す` : '取り消す'}
      Confirm={DangerButton}
      form={formId}
      pending={form.formState.isSubmitting}
      startsSafe
    >
      <Form
        id={formId}
        form={form}
        failedTitle="取り消せませんでした"
        onValid={(values) =>
          forForm(() => rescind.mutateAsync({ params: { id: request.id }, body: bodyOf(values) }))
        }
      >
        <Stack gap={14}>
          <p style={{ fontSize: 13 }}>
            {request.rescissionUntil && `${shortDateTime(request.rescissionUntil)}まで取り消せます。`}
            取り消した品はお返しし、その金額を残高から差し引きます。すでにお振込みした分は、同じ会社のお店に次にお売りいただくときの代金から差し引きます。お客さまからお振込みいただく必要はありません。
          </p>
          <FieldGroup label="取り消す品" error={form.formState.errors.slugs?.message}>
            {bought.map((item) => (
              <CheckField
                key={item.slug}
                label={
                  <>
                    {[item.brandName, item.name].filter(Boolean).join(' ')} <Yen amount={item.price} />
                  </>
                }
                value={item.slug}
                {...form.register('slugs')}
              />
            ))}
          </FieldGroup>
          <TextArea required={false} maxLength={500} {...form.field('reason')} />
          <DefinitionList
            sums
            items={[
              { key: 'amount', term: `取り消す金額(${picked.length}点)`, value: <Yen amount={-amount} /> },
              { key: 'cost', term: '返送料', value: <Yen amount={request.returnCost} strong={false} /> },
            ]}
          />
        </Stack>
      </Form>
    </ActDialog>
  )
}
