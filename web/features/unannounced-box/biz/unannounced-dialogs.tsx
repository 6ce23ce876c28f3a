import { useQuery } from '@tanstack/react-query'
import { carrierLabel, carriers } from '#contract/codes'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { type Carrier, usualCarrier } from '#contract/tracking-number'
import { unannouncedBoxCalls } from '#contract/unannounced-box'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { lasting } from '#web/lib/storage.ts'
import { MainButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { useChangeForm } from '#web/ui/change-form.ts'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog, MISSING_REASON } from '#web/ui/form-dialog.tsx'
import { notify } from '#web/ui/notify.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { useShortForm } from '#web/ui/short-form.ts'

export type UnannouncedBox = AskResult<typeof unannouncedBoxCalls.list>['results'][number]

const carrierOptions = carriers.map((value) => ({ value, label: carrierLabel[value] }))
const stale = 'ほかの人が先に記録しました。内容を確かめてください。'

type TakeInProps = {
  request: number | undefined
  number: string
  onTaken: (box: UnannouncedBox) => void
  onClose: () => void
}

/** A box of a known request came to its shop; any other to the one where this browser took in the last. */
export function TakeInDialog(props: TakeInProps) {
  const { request } = props
  const staff = useStaff()
  const shops = staff?.company.shops ?? []
  const known = useQuery({
    ...queryOf(purchaseRequestCalls.bizGet, { params: { id: request ?? 0 } }),
    enabled: request !== undefined && shops.length > 1,
  })
  if (!staff || known.isLoading) return null
  const last = Number(lasting.get(LAST_SHOP))
  const likely = [known.data?.shop, last, shops[0]?.id]
  const shop = likely.find((id) => shops.some((one) => one.id === id)) ?? 0
  return <TakeInForm {...props} shops={shops} shop={shop} />
}

const LAST_SHOP = 'okuru.parcel-shop'

type Shops = NonNullable<ReturnType<typeof useStaff>>['company']['shops']

function TakeInForm(props: TakeInProps & { shops: Shops; shop: number }) {
  const { request, number, shops, onTaken, onClose } = props
  const create = useMutationOf(unannouncedBoxCalls.create)
  const form = useShortForm(unannouncedBoxCalls.create, {
    labels: {
      shop: '店舗',
      senderName: '差出人のお名前',
      carrier: '運送会社',
      trackingNumber: '送り状番号',
      note: '気づいたこと',
    },
    defaultValues: { shop: props.shop, senderName: '', carrier: '', trackingNumber: number, note: '' },
    draft: `unannounced-box-${request ?? number}`,
    bodyOf: ({ shop, carrier, ...values }) => ({
      ...values,
      shop: Number(shop),
      carrier: carrier || null,
      request: request ?? null,
    }),
  })
  return (
    <FormDialog
      form={form}
      title={request ? `取り消された申し込み ${request} の箱を受け取ります` : '予定外の箱を受け取ります'}
      confirm="受け取る"
      Confirm={MainButton}
      send={async (body) => {
        const taken = await create.mutateAsync({ body })
        lasting.set(LAST_SHOP, String(body.shop))
        onTaken(taken)
        notify.done('受け取りました。お客さまに確認するまで、箱は開けずに保管してください。')
      }}
      onClose={onClose}
    >
      <p>
        箱は開けずに、伝票に書いてあるとおりに入力してください。受け取ったあと、箱の写真を加えられます。お名前などの記録は、解決してから1年で消えます。
      </p>
      {shops.length > 1 && (
        <SelectField
          required
          options={shops.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('shop')}
        />
      )}
      <TextField required={false} autoFocus autoComplete="off" maxLength={80} {...form.field('senderName')} />
      <SelectField
        required={false}
        emptyLabel="わからない"
        options={carrierOptions}
        {...form.field('carrier')}
      />
      <TextField required={false} autoComplete="off" maxLength={30} {...form.field('trackingNumber')} />
      <TextArea required={false} maxLength={500} {...form.field('note')} />
    </FormDialog>
  )
}

type Props = { box: UnannouncedBox; onClose: () => void }

export function LinkDialog({ box, onClose }: Props) {
  const { form, send } = useChangeForm(unannouncedBoxCalls.link, box, {
    labels: { request: '申し込み番号' },
    // Not the request it came with: that one is over.
    defaultValues: { request: null as number | null },
    stale,
    done: ({ request }) => `申し込み ${request} に結び付けました。箱は「受け取り」から数えてください。`,
  })
  return (
    <FormDialog
      form={form}
      title="申し込みに結び付けます"
      confirm="結び付ける"
      Confirm={MainButton}
      send={send}
      onClose={onClose}
    >
      <p>お客さまに確認してから結び付けてください。あとから変えることはできません。</p>
      <NumberField required autoFocus {...useBound(form, 'request')} />
    </FormDialog>
  )
}

export function GiveBackDialog({ box, onClose }: Props) {
  const { form, send } = useChangeForm(unannouncedBoxCalls.giveBack, box, {
    labels: { carrier: '運送会社', trackingNumber: '送り状番号' },
    defaultValues: { carrier: usualCarrier as Carrier, trackingNumber: '' },
    draft: `unannounced-return-${box.id}`,
    stale,
    done: '返送を記録しました。',
  })
  return (
    <FormDialog
      form={form}
      title="差出人への返送を記録します"
      confirm="返送を記録する"
      Confirm={MainButton}
      send={send}
      onClose={onClose}
    >
      <SelectField required options={carrierOptions} {...form.field('carrier')} />
      <TextField required autoFocus autoComplete="off" maxLength={30} {...form.field('trackingNumber')} />
    </FormDialog>
  )
}

export function KeepDialog({ box, onClose }: Props) {
  const { form, send } = useChangeForm(unannouncedBoxCalls.keep, box, {
    labels: { reason: '保管する理由' },
    blank: { reason: MISSING_REASON },
    defaultValues: { reason: '' },
    draft: `unannounced-keep-${box.id}`,
    stale,
    done: '保管することを記録しました。',
  })
  return (
    <FormDialog
      form={form}
      title="お店で保管します"
      confirm="保管する"
      Confirm={MainButton}
      send={send}
      onClose={onClose}
    >
      <TextArea
        required
        autoFocus
        maxLength={500}
        help="例: お客さまと連絡がつくまで預かる"
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
