import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { deliveringOptionLabel, deliveringOptions, kitSizeLabel, kitSizes } from '#contract/codes'
import { setupCalls } from '#contract/setup'
import { AddressOf } from '#web/features/customer/shared/address-of.tsx'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckField, ChoiceField } from '#web/ui/choice-field.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { FieldGroup, TextArea, TextField } from '#web/ui/field.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import { SetupForm } from '../shared/setup-form.tsx'
import { type Company, tidyPhone } from './company.rules.ts'
import { PhoneField, StoreKeyField } from './setup-fields.tsx'
import { FORM_WIDTH } from './setup-parts.tsx'
import {
  type Shop,
  type ShopValues,
  shopBody,
  shopRules,
  shopTexts,
  shopValuesOf,
  tagsOf,
} from './shop.rules.ts'

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
  const setup = useStoredForm<ShopValues, Shop>({
    draft: `shop-${company.id}-${shop?.id ?? 'new'}`,
    stored: shop,
    valuesOf: (stored) => shopValuesOf(stored, company.storeKey),
    rules: shopRules,
    save: async (values, { version }) => {
      if (!(await maySave(values))) return false
      const body = shopBody(values)
      return shop
        ? replace.mutateAsync({ params: { companyPk, id: shop.id }, body: { ...body, version } })
        : create.mutateAsync({ params: { companyPk }, body })
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

/** Boxes that the shop keeps to send to customers who have none. */
function KitSizes({ form }: { form: CallForm<ShopValues> }) {
  const { value, onChange, label, error } = useBound(form, 'kitSizes')
  return (
    <FieldGroup
      label={label}
      error={error}
      required={false}
      help="選んだ大きさの段ボールを、お客さまがお申し込みのときに頼めます。ひとつも選ばないと、段ボールのお届けは案内されません。"
    >
      <Row gap={16}>
        {kitSizes.map((size) => (
          <CheckField
            key={size}
            label={kitSizeLabel[size]}
            checked={value.includes(size)}
            onChange={({ target }) =>
              onChange(kitSizes.filter((each) => (each === size ? target.checked : value.includes(each))))
            }
          />
        ))}
      </Row>
    </FieldGroup>
  )
}

function Fields({ form, isNew }: { form: CallForm<ShopValues>; isNew: boolean }) {
  const { field } = form
  const delivering = useBound(form, 'deliveringOption')
  const open = useBound(form, 'isOpen')
  const tags = tagsOf(form.watch('tags'))
  return (
    <>
      <TextField required autoComplete="off" maxLength={80} {...field('name')} style={{ maxWidth: 320 }} />
      <TextArea
        required={false}
        help="お客さまが店舗を選ぶときに読みます。得意な品やブランドを書いてください。"
        maxLength={2000}
        rows={4}
        {...field('description')}
      />
      <ChoiceField
        required
        columns={3}
        choices={deliveringOptions.map((value) => ({ value, label: deliveringOptionLabel[value] }))}
        {...delivering}
      />
      <KitSizes form={form} />
      <AddressOf form={form} name="address" label="所在地(箱の送り先)" />
      <PhoneField {...form.tidied('phone', tidyPhone)} />
      <TextField
        required={false}
        help={
          tags.length > 1
            ? `${tags.length}個: ${tags.join(' / ')}`
            : '読点かコンマで区切ります。例 コート、バッグ'
        }
        autoComplete="off"
        {...field('tags')}
      />
      <StoreKeyField value={form.watch('storeKey')} {...field('storeKey')} />
      <ChoiceField
        {...open}
        required
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
      />
    </>
  )
}
