import { useState } from 'react'
import { pickupTimeSlotLabel, pickupTimeSlots, requestStatus as R } from '#contract/codes'
import { companyCalls } from '#contract/company'
import { fieldErrors, sentenceFor } from '#web/lib/errors.ts'
import { useCall } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { carrierOptions, trackingProblem } from '../shared/biz/carrier.ts'
import type { BizRequest, RequestWrite } from '../shared/biz/types.ts'
import { useRequestWriter } from '../shared/biz/use-request-writer.tsx'

const ended: readonly number[] = [R.CANCELED, R.COMPLETED, R.RETURNED, R.ABORTED]

/** Whose work it is. Choosing saves at once. */
export function AssignCard({ request }: { request: BizRequest }) {
  const { data = [] } = useCall(companyCalls.assessors)
  const writer = useRequestWriter(request)
  const choose = async (value: string) => {
    const assessor = value === '' ? null : Number(value)
    const done = await writer.write({ assessor }).catch(() => undefined)
    if (done)
      notify.done(done.assessorName ? `担当を ${done.assessorName} にしました。` : '担当を外しました。')
  }
  const own = data.filter(({ shop }) => shop === null || shop === request.shop)
  return (
    <Card>
      <SelectField
        label="担当"
        emptyLabel="決まっていません"
        value={request.assessor ?? ''}
        disabled={ended.includes(request.status)}
        error={writer.error ? sentenceFor(writer.error) : undefined}
        onChange={(event) => void choose(event.target.value)}
        options={(own.length > 0 ? own : data).map(({ id, name }) => ({ value: id, label: name }))}
      />
      {writer.conflict}
    </Card>
  )
}

/** Words between colleagues; a customer never reads them. */
export function NoteCard({ request }: { request: BizRequest }) {
  const [note, setNote] = useState<string>()
  const writer = useRequestWriter(request)
  const save = async () => {
    const done = await writer.write({ internalNote: note ?? '' }).catch(() => undefined)
    if (done) setNote(undefined)
  }
  const changed = note !== undefined && note !== request.internalNote
  return (
    <Card>
      <Stack gap={8}>
        <TextArea
          label="社内メモ(お客さまには見えません)"
          maxLength={2000}
          value={note ?? request.internalNote}
          error={writer.error ? sentenceFor(writer.error) : undefined}
          onChange={(event) => setNote(event.target.value)}
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

const onTheWay: readonly number[] = [R.APPLIED, R.AWAITING_SHIPMENT, R.IN_TRANSIT]
type Carrier = (typeof carrierOptions)[number]['value']
type Slot = (typeof pickupTimeSlots)[number]

/** Who fetches it, when, and under which number; until it has arrived. */
export function ShippingCard({ request }: { request: BizRequest }) {
  const [carrier, setCarrier] = useState(request.carrier ?? '')
  const [tracking, setTracking] = useState(request.trackingNumber)
  const [date, setDate] = useState(request.pickupDate ?? '')
  const [slot, setSlot] = useState(request.pickupTimeSlot ?? '')
  const writer = useRequestWriter(request)
  if (!onTheWay.includes(request.status)) return null
  const wrong = tracking && carrier ? trackingProblem(carrier, tracking) : undefined
  const said = writer.error ? fieldErrors(writer.error) : {}
  const isPickup = request.deliveringOption === 'PICKUP_ONLY'
  const save = async () => {
    if (wrong) return
    const write: RequestWrite = {
      carrier: (carrier || null) as Carrier | null,
      ...(tracking.trim() && { trackingNumber: tracking.trim() }),
      ...(isPickup && { pickupDate: date || null, pickupTimeSlot: (slot || null) as Slot | null }),
    }
    const done = await writer.write(write).catch(() => undefined)
    if (done) notify.done('集荷・発送の内容を保存しました。')
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
            onChange={(event) => setCarrier(event.target.value)}
            options={carrierOptions}
          />
          <TextField
            label="送り状番号"
            inputMode="numeric"
            value={tracking}
            error={wrong ?? said.trackingNumber?.join(' ')}
            onChange={(event) => setTracking(event.target.value)}
          />
          {isPickup && (
            <>
              <DatePicker label="集荷日" value={date} onChange={setDate} error={said.pickupDate?.join(' ')} />
              <SelectField
                label="時間"
                emptyLabel="指定なし"
                value={slot}
                onChange={(event) => setSlot(event.target.value)}
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
