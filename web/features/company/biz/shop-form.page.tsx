import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FieldPath, type UseFormReturn, useController } from 'react-hook-form'
import { deliveringOptionLabel, deliveringOptions } from '#contract/codes'
import { customerCalls } from '#contract/customer'
import { setupCalls } from '#contract/setup'
import { normalizePhone } from '#contract/text'
import { forForm } from '#web/lib/form-error.ts'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { AddressFields, type AddressValue } from '#web/ui/address-fields.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { useNormalizeOnBlur } from '#web/ui/form.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { SetupForm } from '../shared/setup-form.tsx'
import { useSetupForm } from '../shared/use-setup-form.ts'
import { type Company, phoneText } from './company.rules.ts'
import { FORM_WIDTH } from './setup-parts.tsx'
import {
  type Shop,
  type ShopValues,
  shopBody,
  shopLabels,
  shopProblems,
  shopTexts,
  shopValuesOf,
  tagsOf,
} from './shop.rules.ts'
import { StoreKeyField } from './store-key-field.tsx'

export default function ShopFormPage() {
  const { id, shop } = useParams({ strict: false })
  const company = useCall(setupCalls.company, { params: { id: Number(id) } })
  const title = shop === undefined ? '店舗の追加' : '店舗の変更'
  return (
    <DetailPage title={title} lead={company.data && <Muted>{company.data.name}</Muted>}>
      <WhenRead state={company} skeleton={<FormSkeleton />}>
        {(known) =>
          shop === undefined ? (
            <ShopForm company={known} shop={undefined} />
          ) : (
            <Edited company={known} id={Number(shop)} />
          )
        }
      </WhenRead>
    </DetailPage>
  )
}

function Edited({ company, id }: { company: Company; id: number }) {
  const read = useCall(setupCalls.shop, { params: { companyPk: company.id, id } })
  return (
    <WhenRead state={read} skeleton={<FormSkeleton />}>
      {(shop) => <ShopForm company={company} shop={shop} />}
    </WhenRead>
  )
}

function ShopForm({ company, shop }: { company: Company; shop: Shop | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const create = useMutationOf(setupCalls.createShop)
  const replace = useMutationOf(setupCalls.replaceShop)
  const companyPk = company.id

  const maySave = async (values: ShopValues): Promise<boolean> =>
    !shop?.isOpen ||
    values.isOpen ||
    confirm({
      title: `${shop.name}の受け付けを止めますか?`,
      body: 'お客さまのページから店舗が消え、新しい申し込みはできなくなります。すでにお預かりしている箱の仕事は続けられます。',
      confirm: '受け付けを止めて保存する',
      danger: true,
    })
  const setup = useSetupForm<ShopValues, Shop>({
    draft: `shop-${company.id}-${shop?.id ?? 'new'}`,
    stored: shop,
    valuesOf: (stored) => shopValuesOf(stored, company.storeKey),
    problemsOf: shopProblems,
    save: async (values, version) => {
      if (!(await maySave(values))) return false
      const body = shopBody(values)
      return forForm(() =>
        shop
          ? replace.mutateAsync({ params: { companyPk, id: shop.id }, body: { ...body, version } })
          : create.mutateAsync({ params: { companyPk }, body }),
      )
    },
    onSaved: (saved) => {
      client.setQueryData(queryOf(setupCalls.shop, { params: { companyPk, id: saved.id } }).queryKey, saved)
      notify.done(shop ? '店舗の情報を保存しました。' : '店舗を追加しました。')
      void navigate({ to: '/biz/companies/$id', params: { id: String(companyPk) } })
    },
  })
  return (
    <Card style={FORM_WIDTH}>
      <SetupForm
        setup={setup}
        labels={shopLabels}
        textOf={shopTexts}
        submit={shop ? 'この内容で保存する' : '店舗を追加する'}
        more={
          <QuietLink to="/biz/companies/$id" params={{ id: String(companyPk) }}>
            戻る
          </QuietLink>
        }
      >
        <Fields form={setup.form} isNew={!shop} />
      </SetupForm>
    </Card>
  )
}

type FieldsProps = { form: UseFormReturn<ShopValues> }

function Fields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  const { errors } = form.formState
  const tidied = useNormalizeOnBlur(form)
  const delivering = useController({ control: form.control, name: 'deliveringOption' }).field
  const open = useController({ control: form.control, name: 'isOpen' }).field
  const tags = tagsOf(form.watch('tags'))
  return (
    <>
      <TextField
        label={shopLabels.name}
        required
        autoComplete="off"
        maxLength={80}
        error={errors.name?.message}
        {...form.register('name')}
        style={{ maxWidth: 320 }}
      />
      <TextArea
        label={shopLabels.description}
        required={false}
        help="お客さまが店舗を選ぶときに読みます。得意な品やブランドを書いてください。"
        maxLength={2000}
        rows={4}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <ChoiceField
        label={shopLabels.deliveringOption}
        required
        name="deliveringOption"
        columns={3}
        choices={deliveringOptions.map((value) => ({ value, label: deliveringOptionLabel[value] }))}
        value={delivering.value}
        onChange={delivering.onChange}
        onBlur={delivering.onBlur}
        ref={delivering.ref}
        error={errors.deliveringOption?.message}
      />
      <Address form={form} />
      <TextField
        label={shopLabels.phone}
        required
        type="tel"
        inputMode="tel"
        autoComplete="off"
        error={errors.phone?.message}
        {...tidied('phone', (typed) => (normalizePhone(typed) ? phoneText(typed) : null))}
        style={{ maxWidth: 220 }}
      />
      <TextField
        label={shopLabels.tags}
        required={false}
        help={
          tags.length > 1
            ? `${tags.length}個: ${tags.join(' / ')}`
            : '読点かコンマで区切ります。例 コート、バッグ'
        }
        autoComplete="off"
        error={errors.tags?.message}
        {...form.register('tags')}
      />
      <StoreKeyField
        label={shopLabels.storeKey}
        error={errors.storeKey?.message}
        value={form.watch('storeKey')}
        register={form.register('storeKey')}
      />
      <ChoiceField
        label={shopLabels.isOpen}
        required
        name="isOpen"
        columns={2}
        choices={[
          { value: 1, label: '受け付ける', help: 'お客さまのページに出ます。' },
          {
            value: 0,
            label: '受け付けない',
            help: isNew ? '準備ができるまで隠しておきます。' : 'お預かり中の箱の仕事は続けられます。',
          },
        ]}
        value={open.value ? 1 : 0}
        onChange={(value) => open.onChange(value === 1)}
        onBlur={open.onBlur}
        ref={open.ref}
        error={errors.isOpen?.message}
      />
    </>
  )
}

const addressParts = ['postalCode', 'prefecture', 'city', 'address1', 'address2'] as const

function Address({ form }: FieldsProps) {
  const client = useQueryClient()
  const value = form.watch('address')
  const errors = Object.fromEntries(
    addressParts.map((part) => [part, form.formState.errors.address?.[part]?.message]),
  ) as Partial<Record<keyof AddressValue, string>>
  const put = (next: AddressValue) => {
    for (const part of addressParts) {
      if (next[part] === form.getValues('address')[part]) continue
      const path: FieldPath<ShopValues> = `address.${part}`
      form.setValue(path, next[part], { shouldDirty: true, shouldValidate: Boolean(errors[part]) })
    }
  }
  return (
    <AddressFields
      label="所在地(箱の送り先)"
      prefix="address."
      value={value}
      onChange={put}
      errors={errors}
      lookup={(code) =>
        client.fetchQuery({
          ...queryOf(customerCalls.postalCode, { params: { postalCode: code } }),
          staleTime: Number.POSITIVE_INFINITY,
          retry: false,
        })
      }
    />
  )
}
