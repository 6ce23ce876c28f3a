import { carrierLabel, carriers } from '#contract/codes'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { normalizeDigits } from '#contract/text'
import { type Carrier, normalizeTrackingNumber, usualCarrier } from '#contract/tracking-number'
import { useDraft } from '#web/lib/draft.ts'
import { forForm } from '#web/lib/form-error.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { useCallForm } from '#web/ui/call-form.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Stack } from '#web/ui/page.tsx'
import { type PurchaseRequest, useShowRequest } from './use-request.ts'

type Values = { carrier: Carrier; numbers: Record<string, string> }

const none = '送り状番号を入力してください。送り状の控えに書いてあります。'
const fieldOf = (seq: number) => `numbers.${seq}` as const

/** The first number says that the boxes are sent; those of other boxes may follow. */
export function TrackingForm({ request }: { request: PurchaseRequest }) {
  const { boxes, isEditable } = request
  const open = boxes.filter(({ arrivedAt }) => arrivedAt === null)
  const carrier = (request.carrier ?? usualCarrier) as Carrier
  const start = {
    carrier,
    numbers: Object.fromEntries(open.map(({ seq, trackingNumber }) => [seq, trackingNumber])),
  }
  const draft = useDraft<Values>(`tracking-${request.id}`, start, { version: 3 })
  const many = boxes.length > 1
  const bodyOf = (values: Values) => ({
    // The carrier is part of what was agreed before sending.
    ...(isEditable && { carrier: values.carrier }),
    trackings: open.map(({ seq }) => ({ box: seq, trackingNumber: values.numbers[seq] ?? '' })),
  })
  const form = useCallForm<Values>({
    call: purchaseRequestCalls.update,
    labels: {
      carrier: '運送会社',
      ...Object.fromEntries(
        open.map(({ seq }) => [fieldOf(seq), many ? `送り状番号(${seq}箱目)` : '送り状番号']),
      ),
    },
    draft,
    mode: 'onSubmit',
    bodyOf,
    also: ({ carrier: chosen, numbers }) => {
      const by = isEditable ? chosen : carrier
      const typed = open.filter(({ seq }) => numbers[seq]?.trim())
      if (typed.length === 0) return { [fieldOf(open[0]?.seq ?? 1)]: none }
      return Object.fromEntries(
        typed.map(({ seq }) => {
          const result = normalizeTrackingNumber(by, numbers[seq] ?? '')
          const isTwice = typed.some((other) => other.seq < seq && numbers[other.seq] === numbers[seq])
          return [
            fieldOf(seq),
            result.ok
              ? isTwice
                ? 'ほかの箱と同じ番号です。箱ごとに別の番号です。'
                : undefined
              : result.message,
          ]
        }),
      )
    },
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
      onValid={(values) =>
        forForm(() => save.mutateAsync({ params: { id: request.id }, body: bodyOf(values) }))
      }
    >
      <Stack gap={14}>
        {isEditable && (
          <SelectField
            options={carriers.map((value) => ({ value, label: carrierLabel[value] }))}
            {...form.field('carrier')}
          />
        )}
        {many && (
          <p style={{ fontSize: 13 }}>わかる箱の番号だけでも大丈夫です。残りはあとから入力できます。</p>
        )}
        {open.map(({ seq }, index) => (
          <TextField
            key={seq}
            required={!many}
            help={index === 0 ? 'ハイフンはあってもなくてもかまいません。' : undefined}
            inputMode="numeric"
            autoComplete="off"
            {...form.tidied(fieldOf(seq), (text) => normalizeDigits(text).trim())}
          />
        ))}
        <MainButton type="submit" pending={form.formState.isSubmitting}>
          {isEditable ? '送ったことを知らせる' : '送り状番号を保存する'}
        </MainButton>
      </Stack>
    </Form>
  )
}
