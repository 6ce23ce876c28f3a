import { assessmentCalls, mostSecondLookPhotos } from '#contract/assessment'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { ask as askFor } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useUploads } from '#web/lib/use-uploads.ts'
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
  const uploads = useUploads((body) => askFor(assessmentCalls.addSecondLookPhoto, { params: { id }, body }))
  return (
    <FormDialog
      form={form}
      title="再査定を頼む"
      confirm="再査定を頼む"
      Confirm={NextButton}
      send={(body) => !uploads.waiting && ask.mutateAsync({ params: { id }, body })}
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
        error={uploads.refusal}
        photos={uploads.photos}
        max={mostSecondLookPhotos}
        onAdd={uploads.add}
        onRetry={uploads.retry}
        onDiscard={uploads.discard}
      />
      <p style={{ fontSize: 13 }}>
        はじめに査定した人とは別の人が、前の金額を見ずに見直します。いまの結果はいったん取り下げられ、新しい結果をあらためてお知らせします。金額は上がることも、変わらないことも、下がることもあります。
      </p>
    </FormDialog>
  )
}
