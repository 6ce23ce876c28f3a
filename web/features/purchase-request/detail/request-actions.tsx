import { useState } from 'react'
import { requestStatus as S } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatPhone, formatYen } from '#contract/text'
import { sentenceFor } from '#web/lib/ask.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { DangerButton, QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Section, Stack } from '#web/ui/page.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { RescindDialog } from './rescind-dialog.tsx'
import { type PurchaseRequest, useShowRequest } from './use-request.ts'

/** Once a result is out, items are asked back in the answer, without a reason. */
const canWantBack = ({ allowedTransitions }: Pick<PurchaseRequest, 'allowedTransitions'>): boolean =>
  allowedTransitions.some(({ to, needs }) => to === S.RETURNING && needs.includes('reason'))

export function RequestActions({ request }: { request: PurchaseRequest }) {
  const [dialog, setDialog] = useState<'edit' | 'rescind'>()
  const back = canWantBack(request)
  const rescindable = request.rescissionUntil !== null
  if (!request.isEditable && !back && !rescindable) return null
  const close = () => setDialog(undefined)
  return (
    <Section title="変更・取り消し">
      <Stack gap={8}>
        {request.isEditable && (
          <>
            <QuietButton onClick={() => setDialog('edit')}>内容を変更する</QuietButton>
            {request.allowedTransitions.some(({ to }) => to === S.CANCELED) && (
              <CancelButton request={request} />
            )}
            {request.isPickupDue && (
              <p style={{ fontSize: 13 }}>
                集荷の日になったため、集荷の変更や取り消しはできません。箱は届いたあとで、そのままお返しできます。
                集荷が来ないときは、{request.shopName}
                {request.shipTo.phone && `(${formatPhone(request.shipTo.phone)})`}へご連絡ください。
              </p>
            )}
            <EditDialog key={request.version} request={request} open={dialog === 'edit'} onClose={close} />
          </>
        )}
        {back && <WantBackButton request={request} />}
        {rescindable && request.rescissionUntil && (
          <>
            <p style={{ fontSize: 13 }}>
              成立から24時間、{shortDateTime(request.rescissionUntil)}までは、売却を取り消せます。
            </p>
            <QuietButton onClick={() => setDialog('rescind')}>売却を取り消す</QuietButton>
            {dialog === 'rescind' && <RescindDialog request={request} onClose={close} />}
          </>
        )}
      </Stack>
    </Section>
  )
}

function CancelButton({ request }: { request: PurchaseRequest }) {
  const confirm = useConfirm()
  const cancel = useMutationOf(purchaseRequestCalls.cancel, {
    onSuccess: () => notify.done('申し込みを取り消しました'),
    waits: true,
    rereadsOnError: true,
  })
  const press = async () => {
    const sure = await confirm({
      title: 'この申し込みを取り消しますか',
      body: (
        <>
          <p>
            費用はかかりません。箱をもう発送されたときは、取り消さずに、届いたあとで返送をお選びください。
          </p>
          {request.kit && (
            <p>
              {request.kit.sentAt
                ? 'お送りした段ボールは、お返しいただく必要はありません。そのままお手もとで処分してください。'
                : '段ボールのお届けも取りやめます。'}
            </p>
          )}
        </>
      ),
      confirm: '取り消す',
      danger: true,
    })
    if (sure) cancel.mutate({ params: { id: request.id } })
  }
  return (
    <>
      <DangerButton onClick={() => void press()} pending={cancel.isPending}>
        申し込みを取り消す
      </DangerButton>
      {cancel.error && <Failed error={cancel.error} />}
    </>
  )
}

function WantBackButton({ request }: { request: PurchaseRequest }) {
  const confirm = useConfirm()
  const show = useShowRequest()
  const wantBack = useMutationOf(purchaseRequestCalls.wantBack, {
    onSuccess: (result) => {
      notify.done('返送のご依頼をお受けしました')
      show(result)
    },
    waits: true,
    rereadsOnError: true,
  })
  const press = async () => {
    const sure = await confirm({
      title: '箱ごと返してもらいますか',
      body: (
        <p>
          {request.status === S.ANSWERED ? '売却をやめて、' : '査定をやめて、'}
          お品物をすべてお返しします。返送料は<b>{formatYen(request.returnCost)}</b>です。
        </p>
      ),
      confirm: '箱ごと返してもらう',
      danger: true,
    })
    if (sure) wantBack.mutate({ params: { id: request.id }, body: {} })
  }
  return (
    <>
      <QuietButton onClick={() => void press()} pending={wantBack.isPending}>
        {request.status === S.ANSWERED ? '売却をやめて返してもらう' : '箱ごと返してもらう'}
      </QuietButton>
      {wantBack.error && <Failed error={wantBack.error} />}
    </>
  )
}

const Failed = ({ error }: { error: unknown }) => (
  <Notice tone="late" role="alert" title="お手続きできませんでした">
    {sentenceFor(error)}
  </Notice>
)
