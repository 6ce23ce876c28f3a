import { itemStatus } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { shortDateTime } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { CheckField } from '#web/ui/choice-field.tsx'
import { DefinitionList } from '#web/ui/definition-list.tsx'
import { FieldGroup, TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { Yen } from '#web/ui/yen.tsx'
import { type PurchaseRequest, useShowRequest } from './use-request.ts'

type Values = { slugs: string[]; reason: string }

type Props = { request: PurchaseRequest; onClose: () => void }

export function RescindDialog({ request, onClose }: Props) {
  const bought = request.items.filter(({ status }) => status === itemStatus.PURCHASED)
  const pickedOf = ({ slugs }: Values) => bought.filter(({ slug }) => slugs.includes(slug))
  const form = useShortForm(purchaseRequestCalls.rescind, {
    labels: { slugs: '取り消す品', reason: '理由' },
    words: { slugs: '取り消す品をお選びください。' },
    defaultValues: { slugs: [], reason: '' } as Values,
    bodyOf: (values) => ({
      slugs: pickedOf(values).map(({ slug }) => slug),
      ...(values.reason.trim() && { reason: values.reason }),
    }),
    draft: `rescind-${request.id}`,
    omit: ['slugs'],
  })
  const show = useShowRequest()
  const rescind = useMutationOf(purchaseRequestCalls.rescind, { waits: true, rereadsOnError: true })
  const picked = pickedOf(form.watch())
  const amount = picked.reduce((sum, { price }) => sum + (price ?? 0), 0)
  return (
    <FormDialog
      form={form}
      title="売却を取り消す"
      confirm={picked.length > 0 ? `${picked.length}点・${formatYen(amount)}を取り消す` : '取り消す'}
      startsSafe
      send={async (body) => show(await rescind.mutateAsync({ params: { id: request.id }, body }))}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
