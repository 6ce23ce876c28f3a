import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FieldPath, type UseFormReturn, useController } from 'react-hook-form'
import { customerGender, job } from '#contract/codes'
import { customerCalls } from '#contract/customer'
import { ageOn, isDate } from '#contract/day'
import { normalizePhone } from '#contract/text'
import { todayInTokyo } from '#web/lib/dates.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { AddressFields, type AddressValue } from '#web/ui/address-fields.tsx'
import { BirthdayField } from '#web/ui/birthday-field.tsx'
import { useBound } from '#web/ui/bound-field.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckField, ChoiceField } from '#web/ui/choice-field.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { useNormalizeOnBlur } from '#web/ui/form.tsx'
import { KanaNameFields } from '#web/ui/kana-name-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { needsJobDetail, type ProfileValues, tidyInvoiceNumber } from './profile.rules.ts'

type Props = { form: UseFormReturn<ProfileValues> }

const Heading = styled('h2')(({ theme }) => ({ ...theme.typography.h3, fontSize: 16, marginBottom: 16 }))
const Fields = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 })

// The heading above says the same; the group keeps its name for screen readers.
const Untitled = styled('div')(({ theme }) => ({
  '& > p': { marginBottom: 12, fontSize: 13, color: theme.okuru.palette.font.sub },
  '& > fieldset > legend': { position: 'absolute', clipPath: 'inset(50%)' },
}))

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <Heading>{title}</Heading>
      <Fields>{children}</Fields>
    </Card>
  )
}

const messageAt = (form: UseFormReturn<ProfileValues>, name: FieldPath<ProfileValues>): string | undefined =>
  form.getFieldState(name, form.formState).error?.message

export function PersonCard({ form }: Props) {
  const name = useBound(form.control, 'name')
  const kana = useBound(form.control, 'nameKana')
  const birthday = useBound(form.control, 'birthday')
  const gender = useController({ control: form.control, name: 'gender' }).field
  const today = todayInTokyo()
  const isYoung = isDate(birthday.value) && birthday.value <= today && ageOn(birthday.value, today) < 18
  return (
    <Group title="ご本人">
      <KanaNameFields name={name} kana={kana} />
      <div>
        <BirthdayField {...birthday} required help="本人確認書類のとおりにご入力ください。" />
        {isYoung && (
          <Notice tone="wait" title="お申し込みは18歳になってから">
            ご登録はいまできます。18歳の誕生日から、お申し込みいただけます。
          </Notice>
        )}
      </div>
      <ChoiceField
        label="性別"
        name="gender"
        columns={3}
        choices={Object.entries(customerGender).map(([value, label]) => ({ value: Number(value), label }))}
        value={gender.value}
        onChange={gender.onChange}
        onBlur={gender.onBlur}
        ref={gender.ref}
        error={messageAt(form, 'gender')}
      />
    </Group>
  )
}

export function ReachCard({ form, phoneKnown }: Props & { phoneKnown: boolean }) {
  const tidied = useNormalizeOnBlur(form)
  return (
    <Group title="ご連絡先">
      <TextField
        label="電話番号"
        required
        help={
          phoneKnown
            ? '日中に連絡のつく番号。変えるときは、パスワードをお聞きします。'
            : '日中に連絡のつく番号。例 090-1234-5678'
        }
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        error={messageAt(form, 'phone')}
        {...tidied('phone', normalizePhone)}
        style={{ maxWidth: 240 }}
      />
    </Group>
  )
}

const addressParts = ['postalCode', 'prefecture', 'city', 'address1', 'address2'] as const

function usePostalLookup() {
  const client = useQueryClient()
  return (code: string) =>
    client.fetchQuery({
      ...queryOf(customerCalls.postalCode, { params: { postalCode: code } }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })
}

function Address({ form, name, label }: Props & { name: 'address' | 'workplace'; label: string }) {
  const lookup = usePostalLookup()
  const value = form.watch(name)
  const errors = Object.fromEntries(
    addressParts.map((part) => [part, messageAt(form, `${name}.${part}`)]),
  ) as Partial<Record<keyof AddressValue, string>>
  const put = (next: AddressValue) => {
    const changed = addressParts.filter((part) => next[part] !== form.getValues(name)[part])
    for (const part of changed) {
      const path: FieldPath<ProfileValues> = `${name}.${part}`
      form.setValue(path, next[part], { shouldDirty: true, shouldValidate: Boolean(errors[part]) })
    }
  }
  return (
    <AddressFields
      label={label}
      prefix={`${name}.`}
      value={value}
      onChange={put}
      lookup={lookup}
      errors={errors}
    />
  )
}

export function AddressCard({ form }: Props) {
  return (
    <Group title="ご住所">
      <Untitled>
        <p>本人確認書類と同じご住所をご入力ください。</p>
        <Address form={form} name="address" label="ご住所" />
      </Untitled>
    </Group>
  )
}

export function WorkCard({ form }: Props) {
  const [chosen, hasWorkplace] = form.watch(['job', 'hasWorkplace'])
  const detailNeeded = needsJobDetail(chosen)
  return (
    <Group title="ご職業">
      <SelectField
        label="ご職業"
        required
        help="古物営業法により、お店が帳簿に書き残します。"
        emptyLabel="選んでください"
        options={Object.entries(job).map(([value, label]) => ({ value, label }))}
        error={messageAt(form, 'job')}
        {...form.register('job')}
      />
      <TextField
        label="お仕事の内容"
        required={detailNeeded}
        help={detailNeeded ? '例 年金生活、求職中' : '例 飲食店の店員'}
        maxLength={100}
        error={messageAt(form, 'jobDetail')}
        {...form.register('jobDetail')}
      />
      <div>
        <CheckField label="勤務先の住所も登録する(任意)" {...form.register('hasWorkplace')} />
        {hasWorkplace && (
          <Untitled>
            <Address form={form} name="workplace" label="勤務先の住所" />
          </Untitled>
        )}
      </div>
    </Group>
  )
}

export function InvoiceCard({ form }: Props) {
  const issuer = useController({ control: form.control, name: 'isInvoiceIssuer' }).field
  const tidied = useNormalizeOnBlur(form)
  return (
    <Group title="インボイス(適格請求書)">
      <ChoiceField
        label="インボイスの登録番号"
        help="ご自分の持ち物を売る方は、ほとんどの場合「持っていない」です。"
        name="isInvoiceIssuer"
        columns={2}
        choices={[
          { value: 'no', label: '持っていない' },
          { value: 'yes', label: '持っている' },
        ]}
        value={issuer.value ? 'yes' : 'no'}
        onChange={(value) => issuer.onChange(value === 'yes')}
        onBlur={issuer.onBlur}
        ref={issuer.ref}
      />
      {issuer.value && (
        <TextField
          label="登録番号"
          required
          help="「T」と13桁の数字。例 T1234567890123"
          autoComplete="off"
          maxLength={30}
          error={messageAt(form, 'invoiceRegistrationNumber')}
          {...tidied('invoiceRegistrationNumber', tidyInvoiceNumber)}
          style={{ maxWidth: 240 }}
        />
      )}
    </Group>
  )
}
