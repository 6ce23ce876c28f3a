import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { isKana, normalizePhone, toFullKatakana } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { FormRules } from '#web/ui/call-form.ts'

export type Prospect = AskResult<typeof calls.customers>['results'][number]

export type ProspectValues = { name: string; nameKana: string; phone: string; email: string; note: string }

export const prospectValuesOf = (stored: Prospect | undefined): ProspectValues => ({
  name: stored?.name ?? '',
  nameKana: stored?.nameKana ?? '',
  phone: stored?.phone ?? '',
  email: stored?.email ?? '',
  note: stored?.note ?? '',
})

export const prospectBody = ({ nameKana, ...values }: ProspectValues): ProspectValues => ({
  ...values,
  nameKana: toFullKatakana(nameKana),
})

export const prospectRules: FormRules<ProspectValues> = {
  call: calls.createCustomer,
  labels: { name: 'お名前', nameKana: 'カナ', phone: '電話番号', email: 'メールアドレス', note: 'メモ' },
  bodyOf: prospectBody,
  also: ({ name, nameKana, phone, email }): Record<string, string> => {
    const problems: Record<string, string> = {}
    if ([name, phone, email].every((text) => text.trim() === ''))
      problems.name = 'お名前・電話番号・メールアドレスのどれかを入力してください。'
    const kana = toFullKatakana(nameKana)
    if (kana.trim() !== '' && !isKana(kana)) problems.nameKana = 'カタカナで入力してください。'
    if (phone.trim() !== '' && normalizePhone(phone) === null) problems.phone = '電話番号を確認してください。'
    return problems
  },
}

export const prospectTexts = (values: ProspectValues): Readonly<Record<string, string>> => ({
  ...prospectBody(values),
})

export const prospectName = ({ name, phone, email }: Pick<Prospect, 'name' | 'phone' | 'email'>): string =>
  name || phone || email || 'お名前なし'
