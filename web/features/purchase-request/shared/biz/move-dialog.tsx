import { useEffect } from 'react'
import { isGivenUp, requestStatus as R, requestStageOf } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { usualCarrier } from '#contract/tracking-number'
import { DangerButton, NextButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { type BodyOf, useShortForm } from '#web/ui/short-form.ts'
import { carrierOptions, trackingProblem } from './carrier.ts'
import { ReturnArticles, returnPlan, returnText } from './return-articles.tsx'
import type { BizRequest, RequestMove } from './types.ts'
import { useRequestWriter } from './use-request-writer.tsx'

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
  const packed = returnPlan(request).back.length
  const form = useShortForm(purchaseRequestCalls.move, {
    labels: {
      reason: '理由',
      carrier: '運送会社',
      trackingNumber: '送り状番号',
      parcelCount: '箱に入れた点数',
    },
    defaultValues: {
      reason: '',
      carrier: request.returnCarrier ?? usualCarrier,
      trackingNumber: request.returnTrackingNumber,
      parcelCount: null as number | null,
    },
    draft: `move-${request.id}-${move.to}`,
    bodyOf: ({ reason, carrier, trackingNumber, parcelCount }) => ({
      status: move.to,
      version: request.version,
      ...(needs('reason') && { reason }),
      ...(needs('carrier') && { carrier }),
      ...(needs('tracking_number') && { trackingNumber }),
      ...(needs('parcel_count') && { parcelCount }),
    }),
    blank: { parcelCount: '箱に入れた点数を数えて入力してください' },
    also: ({ reason, carrier, trackingNumber, parcelCount }) => ({
      reason: needs('reason') && !reason.trim() ? MISSING_REASON : undefined,
      trackingNumber: needs('tracking_number') ? trackingProblem(carrier, trackingNumber) : undefined,
      parcelCount:
        needs('parcel_count') && parcelCount !== null && parcelCount !== packed
          ? `お返しするのは${packed}点です。箱の中の商品をもう一度お確かめください`
          : undefined,
    }),
  })
  const parcelCount = useBound(form, 'parcelCount')
  const { setValue, getValues, trigger, forget } = form
  useEffect(() => {
    if (parcel) setValue('trackingNumber', parcel, { shouldValidate: true })
  }, [parcel, setValue])
  const done = (after: BizRequest) => {
    forget()
    onDone(after)
  }
  const writer = useRequestWriter(
    request,
    (after) => (after.status === move.to ? done(after) : onClose()),
    form.refuse,
  )
  const send = async ({ version: _, ...write }: BodyOf<typeof purchaseRequestCalls.move>) => {
    const next = await writer.write(write, move.label)
    if (next) onDone(next)
    return next !== undefined
  }
  return (
    <FormDialog
      form={form}
      title={move.label}
      confirm={move.label}
      Confirm={isGivenUp(move.to) ? DangerButton : NextButton}
      startsSafe={move.needs.length === 0}
      send={send}
      onClose={onClose}
    >
      <p>
        {`申し込み ${request.id}、${request.customerName} 様。`}
        {returning(move) && returnText(request)}
        {requestStageOf(move.to)?.effect}
      </p>
      {returning(move) && <ReturnArticles request={request} />}
      {needs('reason') && <TextArea required autoFocus maxLength={500} {...form.field('reason')} />}
      {needs('carrier') && (
        <SelectField
          required
          options={carrierOptions}
          {...form.field('carrier', {
            onChange: () => getValues('trackingNumber') && trigger('trackingNumber'),
          })}
        />
      )}
      {needs('tracking_number') && (
        <TextField
          required
          // The parcel label is at hand.
          autoFocus={!needs('reason')}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('trackingNumber', { onChange: () => trigger('trackingNumber') })}
        />
      )}
      {needs('parcel_count') && (
        <NumberField {...parcelCount} required help="封をする前に、箱の中の商品を数えてください。" />
      )}
      {writer.conflict}
    </FormDialog>
  )
}
