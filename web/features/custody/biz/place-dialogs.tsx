import { custodyCalls, type PlaceKind, placeKindLabel, placeKinds } from '#contract/custody'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { MainButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { useChangeForm } from '#web/ui/change-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { notify } from '#web/ui/notify.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import type { Place } from '../shared/custody-words.ts'

const help: Readonly<Record<PlaceKind, string>> = {
  intake: '受け取った箱は、はじめにここに記録されます。査定もできます。',
  assessment: '査定をする台です。',
  storage: 'お返事や商品化を待つ品の棚です。返送と商品化ができます。',
  return: 'お客さまへお返しする品を梱包する台です。',
  photo: '買い取った品を撮影し、商品化する場所です。',
}

const choices = placeKinds.map((value) => ({ value, label: placeKindLabel[value], help: help[value] }))

const labels = { shop: '店舗', name: '名前', kind: '種類' }

export function NewPlaceDialog({ shop, onClose }: { shop: number | undefined; onClose: () => void }) {
  const create = useMutationOf(custodyCalls.createPlace)
  const shops = useStaff()?.company.shops ?? []
  const form = useShortForm(custodyCalls.createPlace, {
    labels,
    defaultValues: { shop: shop ?? shops[0]?.id ?? 0, name: '', kind: 'storage' as PlaceKind },
    draft: 'custody-place',
    bodyOf: (values) => ({ ...values, shop: Number(values.shop) }),
  })
  return (
    <FormDialog
      form={form}
      title="置き場を加えます"
      confirm="加える"
      Confirm={MainButton}
      send={async (body) => {
        const place = await create.mutateAsync({ body })
        notify.done(`「${place.name}」を加えました。ラベルを印刷して、置き場に貼ってください。`)
      }}
      onClose={onClose}
    >
      {shops.length > 1 && (
        <SelectField
          required
          options={shops.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('shop')}
        />
      )}
      <TextField
        required
        autoFocus
        autoComplete="off"
        maxLength={30}
        help="棚や台に貼るラベルに印刷されます。"
        {...form.field('name')}
      />
      <ChoiceField choices={choices} {...useBound(form, 'kind')} />
    </FormDialog>
  )
}

export function PlaceDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { form, send } = useChangeForm(custodyCalls.updatePlace, place, {
    labels,
    defaultValues: { name: place.name, kind: place.kind },
    done: '置き場の内容を保存しました。',
    stale:
      'ほかの人が先に変えました。入力した内容は残っています。このまま保存するなら、もう一度押してください。',
  })
  return (
    <FormDialog
      form={form}
      title={`「${place.name}」の内容を変えます`}
      confirm="保存する"
      Confirm={MainButton}
      send={send}
      onClose={onClose}
    >
      <TextField required autoFocus autoComplete="off" maxLength={30} {...form.field('name')} />
      <ChoiceField choices={choices} {...useBound(form, 'kind')} />
    </FormDialog>
  )
}
