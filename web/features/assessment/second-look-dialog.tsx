import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assessmentCalls, mostSecondLookPhotos } from '#contract/assessment'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { ask as askFor } from '#web/lib/ask.ts'
import { reread, useMutationOf } from '#web/lib/query-client.ts'
import { useStoredPhotos } from '#web/lib/use-stored-photos.ts'
import { NextButton } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { FieldGroup, TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PhotoInput } from '#web/ui/photo-input.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { openItems } from './answer.rules.ts'
import { itemTitle } from './item-words.ts'
import type { AssessedItem, Assessment } from './shared/assessment-types.ts'

const thingText = (item: AssessedItem): string =>
  item.price === null ? itemTitle(item) : `${itemTitle(item)} ${formatYen(item.price)}`

type Props = { assessment: Assessment; onClose: () => void; onDone: () => Promise<unknown> }

export default function SecondLookDialog({ assessment, onClose, onDone }: Props) {
  const id = assessment.purchaseRequest
  const ask = useMutationOf(purchaseRequestCalls.secondLook, { onSuccess: onDone })
  const form = useShortForm(purchaseRequestCalls.secondLook, {
    labels: { reason: '気になるところ', items: '見てほしい品' },
    blank: { reason: '気になる理由を、ひとことお書きください。' },
    defaultValues: { reason: '', items: [] as string[] },
    bodyOf: ({ reason, items }) => ({ reason, ...(items.length > 0 && { items }) }),
    draft: `second-look-${id}`,
  })
  const photos = useOwnPhotos(assessment)
  const [blocked, setBlocked] = useState<string>()
  return (
    <FormDialog
      form={form}
      title="再査定を頼む"
      confirm="再査定を頼む"
      Confirm={NextButton}
      send={async (body) => {
        const problem = await photos.settled()
        setBlocked(problem)
        return problem === undefined && ask.mutateAsync({ params: { id }, body })
      }}
      onClose={onClose}
    >
      <TextArea
        required
        help="例 購入は去年の11月で、着用は3回です。"
        maxLength={1000}
        {...form.field('reason')}
      />
      <FieldGroup label="見てほしい品" required={false} help="選ばないときは、すべての品を見直します。">
        {openItems(assessment.items).map((item) => (
          <CheckField key={item.slug} label={thingText(item)} value={item.slug} {...form.register('items')} />
        ))}
      </FieldGroup>
      <PhotoInput
        label="お客さまの写真"
        required={false}
        help="お手元の写真があれば、見直す人に見せられます(5枚まで)。"
        error={photos.refusal ?? blocked}
        photos={photos.all}
        max={mostSecondLookPhotos}
        onAdd={photos.add}
        onRetry={photos.retry}
        onRemove={(key) => {
          setBlocked(undefined)
          photos.remove(key)
        }}
      />
      <p style={{ fontSize: 13 }}>
        はじめに査定した人とは別の人が、前の金額を見ずに見直します。いまの結果はいったん取り下げられ、新しい結果をあらためてお知らせします。金額は上がることも、変わらないことも、下がることもあります。
      </p>
    </FormDialog>
  )
}

/** Sent as soon as they are chosen, and taken back until the second look is asked for. */
function useOwnPhotos({ purchaseRequest: id, secondLookPhotos }: Assessment) {
  const client = useQueryClient()
  const remove = useMutationOf(assessmentCalls.removeSecondLookPhoto)
  return useStoredPhotos(secondLookPhotos, {
    send: (body) => askFor(assessmentCalls.addSecondLookPhoto, { params: { id }, body }),
    onSent: () => reread(client, assessmentCalls.addSecondLookPhoto.changes),
    remove: (photo) => remove.mutateAsync({ params: { purchaseRequestPk: id, id: photo } }),
  })
}
