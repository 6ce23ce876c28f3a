import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addressLine } from '#contract/address'
import { approvalModes, carriers, kitSizes, pickupTimeSlots, unpricedPolicies } from '#contract/codes'
import { companyCalls } from '#contract/company'
import { customerCalls } from '#contract/customer'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { errorCode, fieldErrors, sentenceFor } from '#web/lib/ask.ts'
import { useDraft } from '#web/lib/draft.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { GoodsFields } from '../new/goods-fields.tsx'
import {
  bodyOf,
  emptyDraft,
  type Problems,
  problemsFrom,
  problemsOfStep,
  type RequestDraft,
  type StoredKit,
  withKit,
} from '../new/request-draft.ts'
import { SendingFields } from '../new/sending-fields.tsx'
import { useHolidays } from '../new/use-holidays.ts'
import { type PurchaseRequest, useShowRequest } from './use-request.ts'

const oneOf = <const Value extends string | number>(
  values: readonly Value[],
  wanted: string | number | null,
): Value | undefined => values.find((value) => value === wanted)

/** The carrier of a kit is known once it was sent; until then it is the request's. */
function storedKitOf({ kit, carrier }: PurchaseRequest): StoredKit | null {
  const size = oneOf(kitSizes, kit?.size ?? null)
  if (!kit || size === undefined) return null
  return { ...kit, size, carrier: oneOf(carriers, carrier) ?? emptyDraft.carrier }
}

function draftOf(request: PurchaseRequest): RequestDraft {
  return {
    shop: request.shop,
    boxCount: request.boxCount,
    itemCount: request.itemCount,
    note: request.note,
    unpricedPolicy: oneOf(unpricedPolicies, request.unpricedPolicy) ?? null,
    approvalMode: oneOf(approvalModes, request.approvalMode) ?? 'review_each',
    autoAcceptAmount: request.autoAcceptAmount,
    deliveringOption: oneOf(['PICKUP_ONLY', 'SELF_ONLY'], request.deliveringOption) ?? null,
    carrier: oneOf(carriers, request.carrier) ?? emptyDraft.carrier,
    boxSource: request.kit ? 'kit' : 'own',
    kitSize: oneOf(kitSizes, request.kit?.size ?? null) ?? null,
    pickupDate: request.pickupDate ?? '',
    pickupTimeSlot: oneOf(pickupTimeSlots, request.pickupTimeSlot) ?? null,
    agreedTerms: request.termsVersion,
    unread: {},
    step: 'confirm',
  }
}

/** Shop and terms never change, and from the pickup day on nothing that concerns the carrier. */
function changedFields(
  { shop: _shop, agreedTerms: _terms, ...fields }: NonNullable<ReturnType<typeof bodyOf>>,
  { isPickupDue, version }: PurchaseRequest,
) {
  if (!isPickupDue) return { ...fields, version }
  const {
    deliveringOption: _way,
    carrier: _carrier,
    kitSize: _size,
    pickupDate: _day,
    pickupTimeSlot: _slot,
    ...goods
  } = fields
  return { ...goods, version }
}

type Props = { request: PurchaseRequest; open: boolean; onClose: () => void }

export function EditDialog({ request, open, onClose }: Props) {
  const shop = useCall(companyCalls.shop, { params: { id: request.shop } })
  const draft = useDraft(`edit-request-${request.id}`, draftOf(request), { version: request.version + 1 })
  const [problems, setProblems] = useState<Problems>({})
  const stored = storedKitOf(request)
  const [takeRegisteredAddress, setTakeRegistered] = useState(false)
  const show = useShowRequest()
  const { isHoliday } = useHolidays(open)
  const save = useMutationOf(purchaseRequestCalls.update, {
    onSuccess: (result) => {
      draft.clear()
      onClose()
      show(result)
    },
    waits: true,
    rereadsOnError: true,
    onError: (error) => {
      setProblems(problemsFrom(fieldErrors(error)))
    },
  })
  const send = () => {
    const known = { at: new Date(), terms: undefined, isHoliday, stored }
    const found = {
      ...problemsOfStep('goods', draft.value, known),
      ...(request.isPickupDue ? {} : problemsOfStep('sending', draft.value, known)),
    }
    setProblems(found)
    const body = bodyOf(draft.value)
    if (Object.keys(found).length > 0 || !body) return
    save.mutate({
      params: { id: request.id },
      body: { ...changedFields(body, request), takeRegisteredAddress },
    })
  }
  const part = {
    draft: draft.value,
    problems,
    change: (patch: Partial<RequestDraft>) =>
      draft.setValue((now) =>
        patch.carrier && shop.data && !request.kit?.sentAt
          ? withKit({ ...now, ...patch }, shop.data, stored)
          : { ...now, ...patch },
      ),
  }
  const blocked = Object.keys(problems).length > 0
  return (
    <ActDialog
      open={open}
      title="申し込みの内容を変更する"
      onClose={onClose}
      confirm="変更を保存する"
      onConfirm={send}
      pending={save.isPending}
    >
      <Stack gap={24}>
        {save.error && !blocked && (
          <Notice
            tone="late"
            role="alert"
            title="保存できませんでした"
            actions={
              errorCode(save.error) === 'customer_incomplete' && (
                <Link to="/profile" search={{ returnUrl: `/requests/${request.id}` }}>
                  お客さま情報を確かめる
                </Link>
              )
            }
          >
            {sentenceFor(save.error)}
            {errorCode(save.error) === 'stale_version' &&
              ' ここに入力した内容は残っています。よろしければ、もう一度保存してください。'}
          </Notice>
        )}
        {blocked && (
          <Notice tone="late" role="alert">
            {Object.keys(problems).length}か所をご確認ください。
          </Notice>
        )}
        <GoodsFields {...part} />
        {request.isPickupDue ? (
          <Notice title="集荷の日になりました">
            送り方と集荷の日時は変更できません。集荷が来ないときは、{request.shopName}へご連絡ください。
          </Notice>
        ) : shop.data ? (
          <SendingFields
            {...part}
            shop={shop.data}
            stored={stored}
            place={<PickupPlace request={request} takes={takeRegisteredAddress} onTake={setTakeRegistered} />}
          />
        ) : shop.isError ? (
          <ErrorPanel
            saved="入力した内容は残っています。"
            onRetry={() => void shop.refetch()}
            retrying={shop.isRefetching}
          />
        ) : (
          <Loading skeleton={<FormSkeleton count={2} />} />
        )}
      </Stack>
    </ActDialog>
  )
}

type PlaceProps = { request: PurchaseRequest; takes: boolean; onTake: (takes: boolean) => void }

function PickupPlace({ request, takes, onTake }: PlaceProps) {
  const own = useCall(customerCalls.list)
  const registered = own.data?.results[0]?.address
  const from = takes || !request.pickupAddress ? registered : request.pickupAddress
  return (
    <>
      {from ? `${addressLine(from)}に伺います。` : 'ご登録のご住所に伺います。'}
      {request.pickupAddressDiffers && registered && (
        <CheckField
          label={`いまのご登録のご住所(${addressLine(registered)})に変える`}
          checked={takes}
          onChange={(event) => onTake(event.target.checked)}
        />
      )}
    </>
  )
}
