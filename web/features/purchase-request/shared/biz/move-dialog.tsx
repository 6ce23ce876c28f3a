import { useEffect, useState } from 'react'
import { isGivenUp, requestStatus as R, type RequestStatus, requestStageOf } from '#contract/lifecycle'
import { useDraft } from '#web/lib/draft.ts'
import { fieldErrors, sentenceFor } from '#web/lib/errors.ts'
import { DangerButton, NextButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Stack } from '#web/ui/page.tsx'
import { carrierOptions, trackingProblem } from './carrier.ts'
import { ReturnArticles, returnPlan, returnText } from './return-articles.tsx'
import type { BizRequest, RequestMove, RequestWrite } from './types.ts'
import { useRequestWriter } from './use-request-writer.tsx'

type Carrier = (typeof carrierOptions)[number]['value']
type Typed = { reason?: string; carrier?: Carrier; tracking?: string; parcelCount?: number | null }

const returning = ({ to, needs }: RequestMove): boolean =>
  to === R.RETURNING || needs.includes('parcel_count')

type Props = {
  request: BizRequest
  move: RequestMove
  parcel?: string
  onDone: (request: BizRequest) => void
  onClose: () => void
}

export function MoveDialog({ request, move, parcel, onDone, onClose }: Props) {
  const needs = (what: string) => move.needs.includes(what)
  const writer = useRequestWriter(request, (after) => (after.status === move.to ? finish(after) : onClose()))
  // Only typed fields are kept: the others may change in the request meanwhile.
  const draft = useDraft<Typed>(`move-${request.id}-${move.to}`, {})
  const put = (part: Typed) => draft.setValue((before) => ({ ...before, ...part }))
  const { setValue } = draft
  useEffect(() => {
    if (parcel) setValue((before) => ({ ...before, tracking: parcel }))
  }, [parcel, setValue])
  const { reason = '', tracking = request.returnTrackingNumber, parcelCount = null } = draft.value
  const carrier = draft.value.carrier ?? (request.returnCarrier as Carrier | null) ?? 'YAMATO'
  const finish = (after: BizRequest) => {
    draft.clear()
    onDone(after)
  }
  const [tried, setTried] = useState(false)
  const reasonProblem = needs('reason') && !reason.trim() ? '理由を入力してください' : undefined
  const numberProblem = needs('tracking_number') ? trackingProblem(carrier, tracking) : undefined
  const packed = returnPlan(request).back.length
  const countProblem =
    needs('parcel_count') && parcelCount !== packed
      ? parcelCount === null
        ? '箱に入れた点数を数えて入力してください'
        : `お返しするのは${packed}点です。箱の中の商品をもう一度お確かめください`
      : undefined
  const said = writer.error ? fieldErrors(writer.error) : {}

  const isSaid = Boolean(said.reason || said.trackingNumber || said.parcelCount)

  const save = async () => {
    setTried(true)
    if (reasonProblem || numberProblem || countProblem) return
    const write: RequestWrite = {
      status: move.to as RequestStatus,
      ...(needs('reason') && { reason: reason.trim() }),
      ...(needs('carrier') && { carrier }),
      ...(needs('tracking_number') && { trackingNumber: tracking.trim() }),
      ...(needs('parcel_count') && { parcelCount: packed }),
    }
    const next = await writer.write(write, move.label).catch(() => undefined)
    if (next) finish(next)
  }
  const Go = isGivenUp(move.to) ? DangerButton : NextButton
  return (
    <Dialog
      open
      title={move.label}
      onClose={onClose}
      actions={
        <>
          <Go onClick={() => void save()} pending={writer.pending}>
            {move.label}
          </Go>
          <QuietButton onClick={onClose} autoFocus={move.needs.length === 0}>
            戻る
          </QuietButton>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          {`申し込み ${request.id}、${request.customerName} 様。`}
          {returning(move) && returnText(request)}
          {requestStageOf(move.to)?.effect}
        </p>
        {returning(move) && <ReturnArticles request={request} />}
        {needs('reason') && (
          <TextArea
            label="理由"
            required
            autoFocus
            maxLength={500}
            value={reason}
            error={(tried && reasonProblem) || said.reason?.join(' ')}
            onChange={(event) => put({ reason: event.target.value })}
          />
        )}
        {needs('carrier') && (
          <SelectField
            label="運送会社"
            required
            value={carrier}
            onChange={(event) => put({ carrier: event.target.value as Carrier })}
            options={carrierOptions}
          />
        )}
        {needs('tracking_number') && (
          <TextField
            label="送り状番号"
            required
            // The parcel label is at hand.
            autoFocus={!needs('reason')}
            inputMode="numeric"
            autoComplete="off"
            value={tracking}
            error={((tried || tracking !== '') && numberProblem) || said.trackingNumber?.join(' ')}
            onChange={(event) => put({ tracking: event.target.value })}
          />
        )}
        {needs('parcel_count') && (
          <NumberField
            label="箱に入れた点数"
            required
            help="封をする前に、箱の中の商品を数えてください。"
            value={parcelCount}
            error={(tried && countProblem) || said.parcelCount?.join(' ')}
            onChange={(next) => put({ parcelCount: next })}
          />
        )}
        {writer.error && !isSaid && <ErrorText role="alert">{sentenceFor(writer.error)}</ErrorText>}
        {writer.conflict}
      </Stack>
    </Dialog>
  )
}
