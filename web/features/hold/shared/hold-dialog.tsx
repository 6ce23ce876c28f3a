import { useState } from 'react'
import { holdKindLabel, holdKinds, longestOrderDays } from '#contract/codes'
import { addDays, isDate } from '#contract/day'
import { holdProblems } from '#contract/hold'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { todayInTokyo } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useBound } from '#web/ui/call-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { type BodyOf, useShortForm } from '#web/ui/short-form.ts'

type Kind = BodyOf<typeof purchaseRequestCalls.placeHold>['kind']

const explained: Record<Kind, string> = {
  police_order: `警察から差止めを受けたときに。受けた日から${longestOrderDays}日までの期間です。`,
  stolen_notice: '品触れに当たる品があるときに。警察へ届け出ます。',
  suspicion: '盗品などの疑いがあるときに。直ちに警察官に申告します。',
  dispute: 'お客さまと内容を確認している間だけ、手続きを止めます。',
}

const lastDayOf = (orderedOn: string): string => addDays(orderedOn, longestOrderDays)

function problemsOfOrder(order: { kind: Kind; orderedOn: string; until: string }) {
  const { ordered_on, until } = holdProblems({ ...order, ordered_on: order.orderedOn }, todayInTokyo())
  return { orderedOn: ordered_on?.[0], until: until?.[0] }
}

type Props = {
  request: number
  slug?: string
  onClose: () => void
}

export function HoldDialog({ request, slug, onClose }: Props) {
  const [today] = useState(() => todayInTokyo())
  const place = useMutationOf(purchaseRequestCalls.placeHold)
  const form = useShortForm(purchaseRequestCalls.placeHold, {
    labels: {
      kind: '理由の種類',
      policeStation: '差止めをした警察署',
      orderedOn: '差止めを受けた日',
      until: '差止めの期限',
      reason: 'くわしい理由',
    },
    blank: { reason: MISSING_REASON },
    defaultValues: {
      kind: 'dispute' as Kind,
      policeStation: '',
      orderedOn: today,
      until: lastDayOf(today),
      reason: '',
    },
    draft: `hold-${slug ?? request}`,
    bodyOf: ({ kind, reason, ...order }) => ({
      ...{ kind, reason, slug },
      ...(kind === 'police_order' && order),
    }),
    also: ({ kind, policeStation, orderedOn, until }) => ({
      ...(isDate(orderedOn) && isDate(until) && problemsOfOrder({ kind, orderedOn, until })),
      policeStation:
        kind === 'police_order' && policeStation.trim() === ''
          ? '差止めをした警察署を入力してください。'
          : undefined,
    }),
  })
  const kind = useBound(form, 'kind')
  const isOrder = kind.value === 'police_order'
  const [followed, setFollowed] = useState(form.getValues('orderedOn'))
  /** The last day follows the first until somebody sets it to another. */
  const follow = (orderedOn: string) => {
    if (!isDate(orderedOn)) return
    if (form.getValues('until') === lastDayOf(followed)) form.setValue('until', lastDayOf(orderedOn))
    setFollowed(orderedOn)
  }
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
      {isOrder && (
        <>
          <TextField required maxLength={60} autoComplete="off" {...form.field('policeStation')} />
          <TextField
            required
            type="date"
            {...form.field('orderedOn', { onChange: (event) => follow(String(event.target.value)) })}
          />
          <TextField
            required
            type="date"
            help={`受けた日から${longestOrderDays}日までです。指定がなければこのままにします。`}
            {...form.field('until')}
          />
        </>
      )}
      <TextArea required maxLength={500} {...form.field('reason')} />
    </FormDialog>
  )
}
