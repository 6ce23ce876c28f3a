import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { itemStatus as I } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { currentOf } from '#web/lib/currents.ts'
import { useDraft } from '#web/lib/draft.ts'
import { fieldErrors, sentenceFor } from '#web/lib/errors.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { DangerButton, QuietButton } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldGroup, TextArea } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { notify } from '#web/ui/notify.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import type { BizRequest } from '../shared/biz/types.ts'

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

type Typed = { slugs: string[]; reason: string }

function RescindDialog({ request, onClose }: { request: BizRequest; onClose: () => void }) {
  const client = useQueryClient()
  const draft = useDraft<Typed>(`biz-rescind-${request.id}`, { slugs: [], reason: '' })
  const [typed, setTyped] = useState<number | null>(null)
  const [tried, setTried] = useState(false)
  const { confirmed, dialog } = useReauthenticate()
  const rescind = useMutationOf(purchaseRequestCalls.bizRescind)
  const bought = request.items.filter(({ status }) => status === I.PURCHASED)
  const picked = bought.filter(({ slug }) => draft.value.slugs.includes(slug))
  const amount = picked.reduce((sum, { price }) => sum + (price ?? 0), 0)
  const problems = {
    items: picked.length === 0 ? '取り消す商品を選んでください' : undefined,
    reason: draft.value.reason.trim() === '' ? '理由を入力してください' : undefined,
    amount: typed !== amount ? `取り消す金額 ${formatYen(amount)} をそのまま入力してください` : undefined,
  }
  const said = rescind.error ? fieldErrors(rescind.error) : {}
  const remember = (next: BizRequest) =>
    client.setQueryData(queryOf(purchaseRequestCalls.bizGet, { params: { id: next.id } }).queryKey, next)
  const send = async () => {
    setTried(true)
    if (Object.values(problems).some(Boolean) || rescind.isPending) return
    const body = {
      slugs: picked.map(({ slug }) => slug),
      reason: draft.value.reason.trim(),
      version: request.version,
    }
    await confirmed(() => rescind.mutateAsync({ params: { id: request.id }, body })).then(
      (next) => {
        draft.clear()
        remember(next)
        notify.done(`${picked.length}点の契約を取り消しました。返送の手配に進んでください。`)
        onClose()
      },
      (error: unknown) => {
        const current = currentOf<BizRequest>(error)
        if (current) remember(current)
      },
    )
  }
  const put = (part: Partial<Typed>) => draft.setValue((before) => ({ ...before, ...part }))
  return (
    <>
      <Dialog
        open
        title="契約を取り消す"
        onClose={onClose}
        actions={
          <>
            <DangerButton onClick={() => void send()} pending={rescind.isPending}>
              {picked.length > 0 ? `${picked.length}点・${formatYen(amount)} を取り消す` : '契約を取り消す'}
            </DangerButton>
            <QuietButton onClick={onClose} autoFocus>
              戻る
            </QuietButton>
          </>
        }
      >
        <Stack gap={14}>
          <p>
            {`${request.customerName} 様との契約を取り消し、お品物をお返しします。古物台帳に返還を記録し、代金をお客さまの残高から戻します。すでに振り込んだ分は、次の買取代金から差し引きます。元に戻せません。`}
          </p>
          <FieldGroup label="取り消す商品" error={tried ? problems.items : said.slugs?.join(' ')}>
            {bought.map((item) => (
              <CheckField
                key={item.slug}
                label={
                  <>
                    {`${request.id}-${item.seq} ${[item.brandName, item.name].filter(Boolean).join(' ')}`}{' '}
                    <Yen amount={item.price} />
                  </>
                }
                checked={draft.value.slugs.includes(item.slug)}
                onChange={({ target }) =>
                  put({
                    slugs: target.checked
                      ? [...draft.value.slugs, item.slug]
                      : draft.value.slugs.filter((slug) => slug !== item.slug),
                  })
                }
              />
            ))}
          </FieldGroup>
          <TextArea
            label="理由(お客さまにお伝えします)"
            required
            rows={2}
            maxLength={500}
            value={draft.value.reason}
            error={(tried && problems.reason) || said.reason?.join(' ')}
            onChange={(event) => put({ reason: event.target.value })}
          />
          {picked.length > 0 && (
            <YenField
              label={`確認のため、取り消す金額 ${formatYen(amount)} を入力してください`}
              required
              value={typed}
              error={(tried && problems.amount) || undefined}
              onChange={setTyped}
            />
          )}
          {rescind.error && (
            <ErrorText role="alert">
              {currentOf(rescind.error)
                ? 'ほかの画面で更新されました。いまの内容を確かめて、もう一度お試しください。入力した内容は残っています。'
                : sentenceFor(rescind.error)}
            </ErrorText>
          )}
        </Stack>
      </Dialog>
      {dialog}
    </>
  )
}
