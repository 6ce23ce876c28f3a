import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { agentAuthorityLabel, customerGender, job } from '#contract/codes'
import { ageOn, isDate } from '#contract/day'
import { tidyCorporateNumber } from '#contract/profile'
import { normalizePhone, toFullKatakana } from '#contract/text'
import { todayInTokyo } from '#web/lib/dates.ts'
import { BirthdayField } from '#web/ui/birthday-field.tsx'
import { type CallForm, useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckField, ChoiceField } from '#web/ui/choice-field.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { KanaNameFields } from '#web/ui/kana-name-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AddressOf } from './address-of.tsx'
import { HolderChoice } from './holder-choice.tsx'
import { namesFor, needsJobDetail, type ProfileValues, tidyInvoiceNumber } from './profile.rules.ts'

type Props = { form: CallForm<ProfileValues> }

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

export function PersonCard({ form }: Props) {
  const isCorporate = useBound(form, 'isCorporate')
  const choose = (corporate: boolean) => {
    if (corporate === isCorporate.value) return
    isCorporate.onChange(corporate)
    const { defaultValues } = form.formState
    const names = namesFor(corporate, form.getValues(), defaultValues as Partial<ProfileValues>)
    for (const [field, name] of Object.entries(names))
      form.setValue(field as keyof typeof names, name, { shouldDirty: true })
  }
  return (
    <Group title="お申し込みの名義">
      <HolderChoice {...isCorporate} onChange={choose} />
      {isCorporate.value ? <CorporationFields form={form} /> : <PersonFields form={form} />}
    </Group>
  )
}

function PersonFields({ form }: Props) {
  const name = useBound(form, 'name')
  const kana = useBound(form, 'nameKana')
  return (
    <>
      <KanaNameFields name={name} kana={kana} />
      <BirthAndGender form={form} help="本人確認書類のとおりにご入力ください。" />
    </>
  )
}

function CorporationFields({ form }: Props) {
  const agent = useBound(form, 'agentName')
  const agentKana = useBound(form, 'agentNameKana')
  const authority = useBound(form, 'agentAuthority')
  return (
    <>
      <TextField
        required
        help="登記のとおりに。例 株式会社おくる商事"
        autoComplete="organization"
        {...form.field('name')}
        label="法人の名称"
      />
      <TextField
        required
        help="例 カブシキガイシャオクルショウジ"
        {...form.tidied('nameKana', toFullKatakana)}
        label="名称のフリガナ"
      />
      <TextField
        required
        help="13桁の数字。国税庁の法人番号公表サイトで確かめられます。"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        {...form.tidied('corporateNumber', tidyCorporateNumber)}
        style={{ maxWidth: 240 }}
      />
      <Heading as="h3" style={{ margin: '12px 0 0' }}>
        取引のご担当者
      </Heading>
      <KanaNameFields name={agent} kana={agentKana} />
      <ChoiceField
        {...authority}
        required
        help="権限を確かめる書類を、本人確認のときにお送りいただきます。"
        columns={1}
        choices={[
          {
            value: 'representative' as const,
            label: agentAuthorityLabel.representative,
            help: '登記事項証明書',
          },
          {
            value: 'employee' as const,
            label: agentAuthorityLabel.employee,
            help: '社員証など、法人との関係がわかるもの',
          },
          { value: 'proxy' as const, label: agentAuthorityLabel.proxy, help: '法人の委任状' },
        ]}
        value={authority.value}
      />
      <BirthAndGender form={form} help="ご担当者の本人確認書類のとおりにご入力ください。" />
    </>
  )
}

function BirthAndGender({ form, help }: Props & { help: string }) {
  const birthday = useBound(form, 'birthday')
  const gender = useBound(form, 'gender')
  const today = todayInTokyo()
  const isYoung = isDate(birthday.value) && birthday.value <= today && ageOn(birthday.value, today) < 18
  return (
    <>
      <div>
        <BirthdayField {...birthday} required help={help} />
        {isYoung && (
          <Notice tone="wait" title="お申し込みは18歳になってから">
            ご登録はいまできます。18歳の誕生日から、お申し込みいただけます。
          </Notice>
        )}
      </div>
      <ChoiceField
        columns={3}
        choices={Object.entries(customerGender).map(([value, label]) => ({ value: Number(value), label }))}
        {...gender}
      />
    </>
  )
}

export function ReachCard({ form, phoneKnown }: Props & { phoneKnown: boolean }) {
  return (
    <Group title="ご連絡先">
      <TextField
        required
        help={
          phoneKnown
            ? '日中に連絡のつく番号。変えるときは、パスワードをお聞きします。'
            : '日中に連絡のつく番号。例 090-1234-5678'
        }
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.tidied('phone', normalizePhone)}
        style={{ maxWidth: 240 }}
      />
    </Group>
  )
}

export function AddressCard({ form }: Props) {
  const isCorporate = form.watch('isCorporate')
  return (
    <Group title={isCorporate ? '本店の所在地' : 'ご住所'}>
      <Untitled>
        <p>
          {isCorporate
            ? '登記されている本店の所在地をご入力ください。集荷先は、お申し込みのときに選べます。'
            : '本人確認書類と同じご住所をご入力ください。'}
        </p>
        <AddressOf form={form} name="address" label="ご住所" />
      </Untitled>
    </Group>
  )
}

export function WorkCard({ form }: Props) {
  const [chosen, hasWorkplace, isCorporate] = form.watch(['job', 'hasWorkplace', 'isCorporate'])
  const detailNeeded = needsJobDetail(chosen)
  return (
    <Group title={isCorporate ? 'ご担当者のご職業' : 'ご職業'}>
      <SelectField
        required
        help="古物営業法により、お店が帳簿に書き残します。"
        emptyLabel="選んでください"
        options={Object.entries(job).map(([value, label]) => ({ value, label }))}
        {...form.field('job')}
      />
      <TextField
        required={detailNeeded}
        help={detailNeeded ? '例 年金生活、求職中' : '例 飲食店の店員'}
        maxLength={100}
        {...form.field('jobDetail')}
      />
      <div>
        <CheckField label="勤務先の住所も登録する(任意)" {...form.register('hasWorkplace')} />
        {hasWorkplace && (
          <Untitled>
            <AddressOf form={form} name="workplace" label="勤務先の住所" />
          </Untitled>
        )}
      </div>
    </Group>
  )
}

export function InvoiceCard({ form }: Props) {
  const isCorporate = form.watch('isCorporate')
  const issuer = useBound(form, 'isInvoiceIssuer')
  return (
    <Group title="インボイス(適格請求書)">
      <ChoiceField
        {...issuer}
        label="インボイスの登録番号"
        help={
          isCorporate
            ? '適格請求書発行事業者のときは「持っている」を選び、「T」と法人番号をご入力ください。売却のあと、お店が作る仕入明細書をご確認いただきます。'
            : 'ご自分の持ち物を売る方は、ほとんどの場合「持っていない」です。'
        }
        columns={2}
        choices={[
          { value: 'no', label: '持っていない' },
          { value: 'yes', label: '持っている' },
        ]}
        value={issuer.value ? 'yes' : 'no'}
        onChange={(value) => issuer.onChange(value === 'yes')}
      />
      {issuer.value && (
        <TextField
          required
          help="「T」と13桁の数字。例 T9234567890123"
          autoComplete="off"
          maxLength={30}
          {...form.tidied('invoiceRegistrationNumber', tidyInvoiceNumber)}
          style={{ maxWidth: 240 }}
        />
      )}
    </Group>
  )
}
