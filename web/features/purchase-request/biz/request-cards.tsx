import { pickupTimeSlotLabel, pickupTimeSlots } from '#contract/codes'
import { companyCalls } from '#contract/company'
import { isExpected, isFinal } from '#contract/lifecycle'
import type { Carrier } from '#contract/tracking-number'
import { useDraft } from '#web/lib/draft.ts'
import { fieldErrors, sentenceFor } from '#web/lib/errors.ts'
import { useCall } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { seesShop } from '../shared/biz/assessors.ts'
import { carrierOptions, trackingProblem } from '../shared/biz/carrier.ts'
import type { BizRequest, RequestWrite } from '../shared/biz/types.ts'
import { type Since, useRequestWriter } from '../shared/biz/use-request-writer.tsx'

export function AssignCard({ request }: { request: BizRequest }) {
  const { data = [] } = useCall(companyCalls.assessors)
  const writer = useRequestWriter(request)
  const choose = async (value: string) => {
    const assessor = value === '' ? null : Number(value)
    const done = await writer.write({ assessor }).catch(() => undefined)
    if (done)
      notify.done(done.assessorName ? `担当を ${done.assessorName} にしました。` : '担当を外しました。')
  }
  const able = data.filter(seesShop(request.shop))
  const { assessor, assessorName } = request
  // Who has it stays in view, also after losing the shop.
  if (assessor !== null && !able.some(({ id }) => id === assessor))
    able.unshift({ id: assessor, name: assessorName ?? '', isActive: true, shop: null, shops: [] })
  return (
    <Card>
      <SelectField
        label="担当"
        emptyLabel="決まっていません"
        value={request.assessor ?? ''}
        disabled={isFinal(request.status)}
        error={writer.error ? sentenceFor(writer.error) : undefined}
        onChange={(event) => void choose(event.target.value)}
        options={able.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {writer.conflict}
    </Card>
  )
}

export function NoteCard({ request }: { request: BizRequest }) {
  const draft = useDraft(`note-${request.id}`, { text: null as string | null, before: '', version: 0 })
  const { text, before, version } = draft.value
  const writer = useRequestWriter(request, draft.clear)
  const type = (next: string) =>
    draft.setValue((was) =>
      was.text === null
        ? { text: next, before: request.internalNote, version: request.version }
        : { ...was, text: next },
    )
  const save = async () => {
    const since = { internalNote: before, version }
    const done = await writer.writeOver({ internalNote: text ?? '' }, since).catch(() => undefined)
    if (done) draft.clear()
  }
  const changed = text !== null && text !== request.internalNote
  return (
    <Card>
      <Stack gap={8}>
        <TextArea
          label="社内メモ(お客さまには見えません)"
          maxLength={2000}
          value={text ?? request.internalNote}
          error={writer.error ? sentenceFor(writer.error) : undefined}
          onChange={(event) => type(event.target.value)}
        />
        {changed && (
          <MainButton onClick={() => void save()} pending={writer.pending}>
            メモを保存する
          </MainButton>
        )}
        {writer.conflict}
      </Stack>
    </Card>
  )
}

type Slot = (typeof pickupTimeSlots)[number]
type Shipping = {
  carrier?: string
  /** By box. */
  trackings?: Readonly<Record<number, string>>
  date?: string
  slot?: string
  since?: Since
}

const shippingOf = ({ carrier, boxes, pickupDate, pickupTimeSlot, version }: BizRequest): Since => ({
  carrier: carrier as Carrier | null,
  trackings: boxes.map(({ seq, trackingNumber }) => ({ box: seq, trackingNumber })),
  pickupDate,
  pickupTimeSlot: pickupTimeSlot as Slot | null,
  version,
})

export function ShippingCard({ request }: { request: BizRequest }) {
  // Only typed fields are kept; the others follow the request when it changes.
  const draft = useDraft<Shipping>(`shipping-${request.id}`, {})
  const typed = draft.value
  const put = (part: Shipping) =>
    draft.setValue((before) => ({ since: shippingOf(request), ...before, ...part }))
  const carrier = typed.carrier ?? request.carrier ?? ''
  const numbers = request.boxes.map(({ seq, trackingNumber, arrivedAt }) => {
    const number = typed.trackings?.[seq] ?? trackingNumber
    const wrong = number && carrier ? trackingProblem(carrier, number) : undefined
    return { seq, number, wrong, isHere: arrivedAt !== null }
  })
  const date = typed.date ?? request.pickupDate ?? ''
  const slot = typed.slot ?? request.pickupTimeSlot ?? ''
  const writer = useRequestWriter(request, draft.clear)
  if (!isExpected(request.status)) return null
  const said = writer.error ? fieldErrors(writer.error) : {}
  const isPickup = request.deliveringOption === 'PICKUP_ONLY'
  const save = async () => {
    if (numbers.some(({ wrong }) => wrong)) return
    const write: RequestWrite = {
      carrier: (carrier || null) as Carrier | null,
      trackings: numbers.map(({ seq, number }) => ({ box: seq, trackingNumber: number.trim() })),
      ...(isPickup && { pickupDate: date || null, pickupTimeSlot: (slot || null) as Slot | null }),
    }
    const since = typed.since ?? shippingOf(request)
    const done = await writer.writeOver(write, since).catch(() => undefined)
    if (!done) return
    draft.clear()
    notify.done('集荷・発送の内容を保存しました。')
  }
  return (
    <Card>
      <h2>集荷・発送</h2>
      <Stack gap={10}>
        <Row gap={10} style={{ alignItems: 'flex-start' }}>
          <SelectField
            label="運送会社"
            emptyLabel="未定"
            value={carrier}
            onChange={(event) => put({ carrier: event.target.value })}
            options={carrierOptions}
          />
          {numbers.map(({ seq, number, wrong, isHere }) => (
            <TextField
              key={seq}
              label={numbers.length > 1 ? `送り状番号(${seq}箱目)` : '送り状番号'}
              inputMode="numeric"
              value={number}
              disabled={isHere}
              error={wrong ?? (seq === 1 ? said.trackingNumber?.join(' ') : undefined)}
              onChange={(event) => put({ trackings: { ...typed.trackings, [seq]: event.target.value } })}
            />
          ))}
          {isPickup && (
            <>
              <DatePicker
                label="集荷日"
                value={date}
                onChange={(next) => put({ date: next })}
                error={said.pickupDate?.join(' ')}
              />
              <SelectField
                label="時間"
                emptyLabel="指定なし"
                value={slot}
                onChange={(event) => put({ slot: event.target.value })}
                options={pickupTimeSlots.map((value) => ({ value, label: pickupTimeSlotLabel[value] }))}
              />
            </>
          )}
        </Row>
        {writer.error && <ErrorText role="alert">{sentenceFor(writer.error)}</ErrorText>}
        <div>
          <MainButton onClick={() => void save()} pending={writer.pending}>
            集荷・発送を保存する
          </MainButton>
        </div>
        {writer.conflict}
      </Stack>
    </Card>
  )
}
