import { useState } from 'react'
import { itemStatus as I } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { DangerButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { CheckField } from '#web/ui/choice-field.tsx'
import { FieldGroup, TextArea } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { notify } from '#web/ui/notify.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import { type BodyOf, useShortForm } from '#web/ui/short-form.ts'
import { Yen } from '#web/ui/yen.tsx'
import type { BizRequest } from '../shared/biz/types.ts'
import { useShowRequest } from '../shared/biz/use-request-writer.tsx'

/** For administrators of the dealer, while an item is not yet on its way to sale. */
export function RescindDeal({ request }: { request: BizRequest }) {
  const staff = useStaff()
  const [open, setOpen] = useState(false)
  const isPossible = request.items.some(({ status }) => status === I.PURCHASED)
  if (!isPossible || !staff?.isAdmin) return null
  return (
    <>
      <DangerButton fullWidth onClick={() => setOpen(true)}>
        契約を取り消す
      </DangerButton>
      {open && <RescindDialog request={request} onClose={() => setOpen(false)} />}
    </>
  )
}

function RescindDialog({ request, onClose }: { request: BizRequest; onClose: () => void }) {
  const show = useShowRequest()
  const { confirmed, dialog } = useReauthenticate()
  const rescind = useMutationOf(purchaseRequestCalls.bizRescind)
  const bought = request.items.filter(({ status }) => status === I.PURCHASED)
  const pickedOf = (slugs: readonly string[]) => bought.filter(({ slug }) => slugs.includes(slug))
  const amountOf = (slugs: readonly string[]) =>
    pickedOf(slugs).reduce((sum, { price }) => sum + (price ?? 0), 0)
  const form = useShortForm(purchaseRequestCalls.bizRescind, {
    labels: { slugs: '取り消す商品', reason: '理由(お客さまにお伝えします)', amount: '取り消す金額' },
    words: { slugs: '取り消す商品を選んでください' },
    blank: { reason: MISSING_REASON },
    defaultValues: { slugs: [] as string[], reason: '', amount: null as number | null },
    draft: `biz-rescind-${request.id}`,
    omit: ['amount'],
    bodyOf: ({ slugs, reason }) => ({
      slugs: pickedOf(slugs).map(({ slug }) => slug),
      reason,
      version: request.version,
    }),
    also: ({ slugs, amount }) => ({
      amount:
        amount === amountOf(slugs)
          ? undefined
          : `取り消す金額 ${formatYen(amountOf(slugs))} をそのまま入力してください`,
    }),
    stale:
      'ほかの画面で更新されました。いまの内容を確かめて、もう一度お試しください。入力した内容は残っています。',
  })
  const slugs = form.watch('slugs')
  const { label, error, ...choice } = form.field('slugs')
  const typed = useBound(form, 'amount')
  const picked = pickedOf(slugs).length
  const amount = amountOf(slugs)
  const send = async (body: BodyOf<typeof purchaseRequestCalls.bizRescind>) => {
    try {
      show(await confirmed(() => rescind.mutateAsync({ params: { id: request.id }, body })))
    } catch (error) {
      const current = currentOf<BizRequest>(error)
      if (current) show(current)
      throw error
    }
    notify.done(`${body.slugs.length}点の契約を取り消しました。返送の手配に進んでください。`)
  }
  return (
    <>
      <FormDialog
        form={form}
        title="契約を取り消す"
        confirm={picked > 0 ? `${picked}点・${formatYen(amount)} を取り消す` : '契約を取り消す'}
        startsSafe
        send={send}
        onClose={onClose}
      >
        <p>
          {`${request.customerName} 様との契約を取り消し、お品物をお返しします。古物台帳に返還を記録し、代金をお客さまの残高から戻します。すでに振り込んだ分は、次の買取代金から差し引きます。元に戻せません。`}
        </p>
        <FieldGroup label={label} error={error}>
          {bought.map((item) => (
            <CheckField
              key={item.slug}
              label={
                <>
                  {`${request.id}-${item.seq} ${[item.brandName, item.name].filter(Boolean).join(' ')}`}{' '}
                  <Yen amount={item.price} />
                </>
              }
              value={item.slug}
              {...choice}
            />
          ))}
        </FieldGroup>
        <TextArea required rows={2} maxLength={500} {...form.field('reason')} />
        {picked > 0 && (
          <YenField
            {...typed}
            label={`確認のため、取り消す金額 ${formatYen(amount)} を入力してください`}
            required
          />
        )}
      </FormDialog>
      {dialog}
    </>
  )
}
