import { addressProblems } from '#contract/address'
import type { CallBody, CallBodyInput } from '#contract/call'
import { type AgentAuthority, agentAuthorityLabel, customerGender, job, labelOf } from '#contract/codes'
import { customerCalls } from '#contract/customer'
import { formatDateJa } from '#contract/day'
import {
  changedFacts,
  isCorporateNumber,
  jobWithDetail,
  nameProblems,
  tidyCorporateNumber,
  workProblems,
} from '#contract/profile'
import {
  formatPostalCode,
  normalizePhone,
  normalizePostalCode,
  toFullKatakana,
  withoutSeparators,
} from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { AddressValue } from '#web/ui/address-fields.tsx'
import { birthdayProblem } from '#web/ui/birthday-field.tsx'
import { type FormRules, type Problems, problemsOf } from '#web/ui/call-form.ts'

export type Customer = AskResult<typeof customerCalls.get>
export type ProfileBody = CamelCased<CallBodyInput<typeof customerCalls.update>>

export type ProfileValues = {
  name: string
  nameKana: string
  isCorporate: boolean
  corporateNumber: string
  agentName: string
  agentNameKana: string
  agentAuthority: AgentAuthority | null
  birthday: string
  gender: number
  job: string
  jobDetail: string
  phone: string
  address: AddressValue
  hasWorkplace: boolean
  workplace: AddressValue
  isInvoiceIssuer: boolean
  invoiceRegistrationNumber: string
}

export const emptyAddress: AddressValue = {
  postalCode: '',
  prefecture: '',
  city: '',
  address1: '',
  address2: '',
}

const addressOf = (address: AddressValue | null | undefined): AddressValue =>
  address ? { ...emptyAddress, ...address, postalCode: formatPostalCode(address.postalCode) } : emptyAddress

export const valuesOf = (customer: Customer | undefined): ProfileValues => ({
  name: customer?.name ?? '',
  nameKana: customer?.nameKana ?? '',
  isCorporate: customer?.isCorporate ?? false,
  corporateNumber: customer?.corporateNumber ?? '',
  agentName: customer?.agentName ?? '',
  agentNameKana: customer?.agentNameKana ?? '',
  agentAuthority: customer?.agentAuthority ?? null,
  birthday: customer?.birthday ?? '',
  gender: customer?.gender ?? 0,
  job: customer?.job ? String(customer.job) : '',
  jobDetail: customer?.jobDetail ?? '',
  phone: customer?.phone ?? '',
  address: addressOf(customer?.address),
  hasWorkplace: Boolean(customer?.workplace),
  workplace: addressOf(customer?.workplace),
  isInvoiceIssuer: customer?.isInvoiceIssuer ?? false,
  invoiceRegistrationNumber: customer?.invoiceRegistrationNumber ?? '',
})

/** Accepts full width, hyphens and a missing T. */
export function tidyInvoiceNumber(text: string): string {
  const plain = withoutSeparators(text.normalize('NFKC')).toUpperCase()
  return /^\d{13}$/.test(plain) ? `T${plain}` : plain
}

const tidyAddress = (address: AddressValue): AddressValue => ({
  ...address,
  postalCode: formatPostalCode(normalizePostalCode(address.postalCode) ?? address.postalCode.trim()),
  city: address.city.trim(),
  address1: address.address1.trim(),
  address2: address.address2.trim(),
})

/** A person has none of a corporation's data. */
const tidyCorporation = ({ isCorporate, ...values }: ProfileValues) => ({
  isCorporate,
  corporateNumber: isCorporate ? tidyCorporateNumber(values.corporateNumber) : '',
  agentName: isCorporate ? values.agentName.replace(/\s+/gu, ' ').trim() : '',
  agentNameKana: isCorporate ? toFullKatakana(values.agentNameKana) : '',
  agentAuthority: isCorporate ? values.agentAuthority : null,
})

type Names = Pick<ProfileValues, 'name' | 'nameKana' | 'agentName' | 'agentNameKana'>

/** The name is a person's or a corporation's: who was named for the one is not the other. */
export function namesFor(isCorporate: boolean, now: Names, stored: Partial<ProfileValues> = {}): Names {
  if (!isCorporate)
    return {
      name: now.agentName || stored.agentName || (stored.isCorporate ? '' : (stored.name ?? '')),
      nameKana:
        now.agentNameKana || stored.agentNameKana || (stored.isCorporate ? '' : (stored.nameKana ?? '')),
      agentName: '',
      agentNameKana: '',
    }
  return {
    name: stored.isCorporate ? (stored.name ?? '') : '',
    nameKana: stored.isCorporate ? (stored.nameKana ?? '') : '',
    agentName: now.name,
    agentNameKana: now.nameKana,
  }
}

/** Unreadable values stay as typed and fail validation. */
export const tidyValues = (values: ProfileValues): ProfileValues => ({
  ...values,
  name: values.name.replace(/\s+/gu, ' ').trim(),
  nameKana: toFullKatakana(values.nameKana),
  ...tidyCorporation(values),
  jobDetail: values.jobDetail.trim(),
  phone: normalizePhone(values.phone) ?? values.phone.trim(),
  address: tidyAddress(values.address),
  workplace: values.hasWorkplace ? tidyAddress(values.workplace) : emptyAddress,
  invoiceRegistrationNumber: values.isInvoiceIssuer
    ? tidyInvoiceNumber(values.invoiceRegistrationNumber)
    : '',
})

export const profileLabels = {
  isCorporate: 'お申し込みの名義',
  name: 'お名前',
  nameKana: 'フリガナ',
  corporateNumber: '法人番号',
  agentName: '取引のご担当者',
  agentNameKana: 'ご担当者のフリガナ',
  agentAuthority: 'ご担当者の立場',
  birthday: '生年月日',
  gender: '性別',
  phone: '電話番号',
  address: 'ご住所',
  'address.postalCode': '郵便番号',
  'address.prefecture': '都道府県',
  'address.city': '市区町村',
  'address.address1': '町名・番地',
  'address.address2': '建物名・部屋番号',
  job: 'ご職業',
  jobDetail: 'お仕事の内容',
  workplace: '勤務先の住所',
  'workplace.postalCode': '勤務先の郵便番号',
  'workplace.prefecture': '勤務先の都道府県',
  'workplace.city': '勤務先の市区町村',
  'workplace.address1': '勤務先の町名・番地',
  'workplace.address2': '勤務先の建物名',
  isInvoiceIssuer: 'インボイスの登録',
  invoiceRegistrationNumber: '登録番号',
} as const

const addressWords = (name: 'address' | 'workplace'): Problems => ({
  [`${name}.postalCode`]: '郵便番号を7桁の数字で入力してください(例 150-0001)。',
  [`${name}.prefecture`]: '都道府県を選んでください。',
})

const blankAddress = (name: 'address' | 'workplace'): Problems => ({
  [`${name}.city`]: '市区町村を入力してください。',
  [`${name}.address1`]: '町名と番地を入力してください。',
})

type SentBody = CallBody<typeof customerCalls.replace>

const profileProblems = ({ is_corporate = false, ...body }: SentBody) => ({
  ...workProblems({ ...body, is_corporate }),
  ...nameProblems({ ...body, is_corporate }),
  address: addressProblems(body.address),
  ...(body.workplace && { workplace: addressProblems(body.workplace, { houseNumber: false }) }),
})

function corporationProblems(values: ProfileValues): Problems {
  const { name, nameKana, corporateNumber, agentName, agentNameKana, agentAuthority } = values
  const blank = (text: string, sentence: string) => (text.trim() === '' ? sentence : undefined)
  return {
    name: blank(name, '法人の名称を、登記のとおりに入力してください。'),
    nameKana: blank(nameKana, '法人の名称のフリガナを入力してください。'),
    corporateNumber: isCorporateNumber(tidyCorporateNumber(corporateNumber))
      ? undefined
      : '法人番号(13桁)をご確認ください。',
    agentName: blank(agentName, 'ご担当者の姓と名を入力してください。'),
    agentNameKana: blank(agentNameKana, 'ご担当者のフリガナを入力してください。'),
    agentAuthority: agentAuthority ? undefined : 'ご担当者の立場を選んでください。',
  }
}

export const profileRules = (today: string): FormRules<ProfileValues> => ({
  call: customerCalls.replace,
  labels: profileLabels,
  bodyOf: (values) => bodyOf(values),
  blank: {
    name: '姓と名を入力してください。',
    jobDetail: '「無職・その他」の方は、内容を入力してください(例 年金生活)。',
    ...blankAddress('address'),
    ...blankAddress('workplace'),
  },
  words: {
    job: 'ご職業を選んでください。',
    phone: '電話番号を、市外局番から入力してください(例 090-1234-5678)。',
    ...addressWords('address'),
    ...addressWords('workplace'),
  },
  more: profileProblems,
  also: (values) => ({
    birthday: birthdayProblem(values.birthday, today),
    ...(values.isCorporate && corporationProblems(values)),
  }),
})

export const needsJobDetail = (chosen: string): boolean => chosen === String(jobWithDetail)

/** What an application still needs, stored values that are no longer valid included. */
export function missingParts(customer: Customer | undefined, today: string): string[] {
  const names = Object.keys(problemsOf(profileRules(today), valuesOf(customer)))
    .map((name) => name.split('.')[0] as keyof typeof profileLabels)
    .filter((name) => !/^(workplace|invoice)/.test(name))
  return [...new Set(names)].map((name) => profileLabels[name])
}

type Part = Exclude<keyof ProfileValues, 'hasWorkplace'>

const parts: readonly Part[] = [
  'isCorporate',
  'name',
  'nameKana',
  'corporateNumber',
  'agentName',
  'agentNameKana',
  'agentAuthority',
  'birthday',
  'gender',
  'job',
  'jobDetail',
  'phone',
  'address',
  'workplace',
  'isInvoiceIssuer',
  'invoiceRegistrationNumber',
]

function changedParts(before: ProfileValues, after: ProfileValues): Part[] {
  const [from, to] = [tidyValues(before), tidyValues(after)]
  return parts.filter((part) => JSON.stringify(from[part]) !== JSON.stringify(to[part]))
}

/** Only changed parts; undefined when nothing changed. */
export function changeOf(before: ProfileValues, after: ProfileValues): ProfileBody | undefined {
  const changed = changedParts(before, after)
  if (changed.length === 0) return undefined
  const whole = bodyOf(after)
  return Object.fromEntries(changed.map((part) => [part, whole[part]]))
}

export function bodyOf(typed: ProfileValues) {
  const { hasWorkplace, gender, job: chosen, workplace, ...values } = tidyValues(typed)
  return {
    ...values,
    gender: gender as keyof typeof customerGender,
    job: Number(chosen) as keyof typeof job,
    workplace: hasWorkplace ? workplace : null,
  }
}

export function verifiedFactsChanged(before: ProfileValues, after: ProfileValues): string[] {
  const facts = changedFacts(before, after).map((fact) => profileLabels[fact])
  const corporation = changedParts(before, after).filter((part) =>
    ['isCorporate', 'corporateNumber', 'agentName'].includes(part),
  )
  return [...facts, ...corporation.map((part) => profileLabels[part])]
}

const addressText = ({ postalCode, address2, ...lines }: AddressValue): string =>
  [postalCode && `〒${postalCode}`, `${lines.prefecture}${lines.city}${lines.address1}`, address2]
    .filter(Boolean)
    .join(' ')

function textOf(part: Part, values: ProfileValues): string {
  if (part === 'isCorporate') return values.isCorporate ? '法人' : '個人'
  if (part === 'agentAuthority')
    return values.agentAuthority ? labelOf(agentAuthorityLabel, values.agentAuthority) : ''
  if (part === 'gender') return labelOf(customerGender, values.gender)
  if (part === 'job') return values.job && labelOf(job, values.job)
  if (part === 'birthday') return values.birthday && formatDateJa(values.birthday).replace(/\(.\)$/, '')
  if (part === 'isInvoiceIssuer') return values.isInvoiceIssuer ? '持っている' : '持っていない'
  if (part === 'address' || part === 'workplace') return addressText(values[part])
  return values[part]
}

export const profileTexts = (values: ProfileValues): Readonly<Record<Part, string>> => {
  const tidy = tidyValues(values)
  return Object.fromEntries(parts.map((part) => [part, textOf(part, tidy)])) as Record<Part, string>
}
