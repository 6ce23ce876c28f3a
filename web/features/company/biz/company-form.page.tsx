import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { setupCalls } from '#contract/setup'
import { normalizeLicenseNumber, publicSafetyCommissions } from '#contract/setup-input'
import { formatPostalCode, normalizePostalCode } from '#contract/text'
import { queryOf, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { notify } from '#web/ui/notify.tsx'
import { NumberField, YenField } from '#web/ui/number-field.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useStoredForm } from '#web/ui/use-stored-form.ts'
import { SetupForm } from '../shared/setup-form.tsx'
import {
  type Company,
  type CompanyValues,
  companyBody,
  companyRules,
  companyTexts,
  companyValuesOf,
  tidyPhone,
} from './company.rules.ts'
import { PhoneField, StoreKeyField } from './setup-fields.tsx'
import { FORM_WIDTH } from './setup-parts.tsx'

export default function CompanyFormPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? (
    <DetailPage title="会社の登録" lead={<Muted>お店を営む古物商を登録します。</Muted>}>
      <CompanyForm company={undefined} />
    </DetailPage>
  ) : (
    <Edited id={Number(id)} />
  )
}

function Edited({ id }: { id: number }) {
  const read = useCall(setupCalls.company, { params: { id } })
  return (
    <DetailPage title={read.data ? `${read.data.name}の変更` : '会社の変更'}>
      <WhenRead state={read} skeleton={<FormSkeleton />}>
        {(company) => <CompanyForm company={company} />}
      </WhenRead>
    </DetailPage>
  )
}

function CompanyForm({ company }: { company: Company | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutationOf(setupCalls.createCompany)
  const replace = useMutationOf(setupCalls.replaceCompany)
  const setup = useStoredForm<CompanyValues, Company>({
    draft: `company-${company?.id ?? 'new'}`,
    stored: company,
    valuesOf: companyValuesOf,
    rules: companyRules(company?.isOperator === true),
    save: (values, { version }) =>
      company
        ? replace.mutateAsync({ params: { id: company.id }, body: { ...companyBody(values), version } })
        : create.mutateAsync({ body: companyBody(values) }),
    onSaved: (saved) => {
      client.setQueryData(queryOf(setupCalls.company, { params: { id: saved.id } }).queryKey, saved)
      // A new company's own page already shows the next step.
      if (company) notify.done('会社の情報を保存しました。')
      void navigate({ to: '/biz/companies/$id', params: { id: String(saved.id) } })
    },
  })
  return (
    <Stack gap={12} style={FORM_WIDTH}>
      <Card>
        <SetupForm
          setup={setup}
          textOf={companyTexts}
          submit={company ? 'この内容で保存する' : '会社を登録する'}
          more={
            company ? (
              <QuietLink to="/biz/companies/$id" params={{ id: String(company.id) }}>
                戻る
              </QuietLink>
            ) : (
              <QuietLink to="/biz/companies">戻る</QuietLink>
            )
          }
        >
          <Fields form={setup.form} isOperator={company?.isOperator === true} />
        </SetupForm>
      </Card>
    </Stack>
  )
}

const commissions = publicSafetyCommissions.map((name) => ({ value: name, label: name }))

const tidyPostal = (typed: string) => {
  const digits = normalizePostalCode(typed)
  return digits && formatPostalCode(digits)
}

function Fields({ form, isOperator }: { form: CallForm<CompanyValues>; isOperator: boolean }) {
  const { field, tidied } = form
  return (
    <>
      <TextField
        required
        help="登記のとおりに。お店のページと古物営業法に基づく表示に出ます。"
        autoComplete="off"
        maxLength={80}
        {...field('name')}
      />
      <TextField
        required
        autoComplete="off"
        maxLength={80}
        {...field('representative')}
        style={{ maxWidth: 320 }}
      />
      <TextField
        required={!isOperator}
        help={isOperator ? '運営は買い取りをしないので、なくてもかまいません。' : '12桁。例 第301012345678号'}
        inputMode="numeric"
        autoComplete="off"
        {...tidied('licenseNumber', normalizeLicenseNumber)}
        style={{ maxWidth: 240 }}
      />
      <SelectField
        required={!isOperator}
        emptyLabel={isOperator ? 'なし' : '選んでください'}
        options={commissions}
        {...field('publicSafetyCommission')}
        style={{ maxWidth: 320 }}
      />
      <TextField
        required
        inputMode="numeric"
        autoComplete="off"
        {...tidied('postalCode', tidyPostal)}
        style={{ maxWidth: 160 }}
      />
      <TextField
        required
        help="都道府県から、建物名まで。"
        autoComplete="off"
        maxLength={200}
        {...field('address')}
      />
      <PhoneField {...tidied('phone', tidyPhone)} />
      <StoreKeyField value={form.watch('storeKey')} {...field('storeKey')} />
      {!isOperator && <Conditions form={form} />}
    </>
  )
}

function Conditions({ form }: { form: CallForm<CompanyValues> }) {
  const days = useBound(form, 'replyBusinessDays')
  const cost = useBound(form, 'returnCost')
  return (
    <>
      <div style={{ maxWidth: 240 }}>
        <NumberField required help="過ぎると返送になります。" {...days} />
      </div>
      <div style={{ maxWidth: 240 }}>
        <YenField required help="お客さまが負担する金額。無料なら0です。" {...cost} />
      </div>
    </>
  )
}
