import { holdKindLabel, holdKinds } from '#contract/codes'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useBound } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { type BodyOf, useShortForm } from '#web/ui/short-form.ts'

type Kind = BodyOf<typeof purchaseRequestCalls.placeHold>['kind']

const explained: Record<Kind, string> = {
  police_order: '警察から差止めを受けたときに。受けた日から30日が目安です。',
  stolen_notice: '品触れに当たる品があるときに。警察へ届け出ます。',
  suspicion: '盗品などの疑いがあるときに。直ちに警察官に申告します。',
  dispute: 'お客さまと内容を確認している間だけ、手続きを止めます。',
}

type Props = {
  request: number
  slug?: string
  onClose: () => void
}

export function HoldDialog({ request, slug, onClose }: Props) {
  const place = useMutationOf(purchaseRequestCalls.placeHold)
  const form = useShortForm(purchaseRequestCalls.placeHold, {
    labels: { kind: '理由の種類', reason: 'くわしい理由' },
    blank: { reason: MISSING_REASON },
    defaultValues: { kind: 'dispute' as Kind, reason: '' },
    draft: `hold-${slug ?? request}`,
    bodyOf: (values) => ({ ...values, slug }),
  })
  const kind = useBound(form, 'kind')
  return (
    <FormDialog
      form={form}
      title={slug ? 'この商品を保留にします' : 'この申し込みを保留にします'}
      confirm="保留にする"
      send={(body) => place.mutateAsync({ params: { id: request }, body })}
      onClose={onClose}
    >
      <p>保留の間は、公開・契約・返送・振込が止まります。解除には2人の担当者の確認が必要です。</p>
      <ChoiceField
        choices={holdKinds.map((value) => ({
          value,
          label: holdKindLabel[value],
          help: explained[value],
        }))}
        {...kind}
      />
      <TextArea required maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
