import { useState } from 'react'
import { holdKindLabel, holdKinds } from '#contract/codes'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { useDraft } from '#web/lib/draft.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { DangerButton, QuietButton } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Stack } from '#web/ui/page.tsx'

type Kind = (typeof holdKinds)[number]

const explained: Record<Kind, string> = {
  police_order: '警察から差止めを受けたときに。受けた日から30日が目安です。',
  stolen_notice: '品触れに当たる品があるときに。警察へ届け出ます。',
  dispute: 'お客さまと内容を確認している間だけ、手続きを止めます。',
}

type Props = {
  request: number
  slug?: string
  onClose: () => void
}

export function HoldDialog({ request, slug, onClose }: Props) {
  const draft = useDraft(`hold-${slug ?? request}`, { kind: 'dispute' as Kind, reason: '' })
  const { kind, reason } = draft.value
  const [tried, setTried] = useState(false)
  const place = useMutationOf(purchaseRequestCalls.placeHold)
  const save = async () => {
    setTried(true)
    if (!reason.trim()) return
    await place.mutateAsync({ params: { id: request }, body: { kind, reason: reason.trim(), slug } }).then(
      () => {
        draft.clear()
        onClose()
      },
      () => undefined,
    )
  }
  return (
    <Dialog
      open
      title={slug ? 'この商品を保留にします' : 'この申し込みを保留にします'}
      onClose={onClose}
      actions={
        <>
          <DangerButton onClick={() => void save()} pending={place.isPending}>
            保留にする
          </DangerButton>
          <QuietButton onClick={onClose}>戻る</QuietButton>
        </>
      }
    >
      <Stack gap={12}>
        <p>保留の間は、公開・契約・返送・振込が止まります。解除には2人の担当者の確認が必要です。</p>
        <ChoiceField
          label="理由の種類"
          choices={holdKinds.map((value) => ({
            value,
            label: holdKindLabel[value],
            help: explained[value],
          }))}
          value={kind}
          onChange={(next) => draft.setValue({ kind: next, reason })}
        />
        <TextArea
          label="くわしい理由"
          required
          maxLength={500}
          value={reason}
          error={tried && !reason.trim() ? '理由を入力してください' : undefined}
          onChange={(event) => draft.setValue({ kind, reason: event.target.value })}
        />
        {place.error && <ErrorText role="alert">{sentenceFor(place.error)}</ErrorText>}
      </Stack>
    </Dialog>
  )
}
