import type * as z from 'zod'
import { addressProblems, type Place } from '#contract/address'
import type { AgentAuthority } from '#contract/codes'
import type { customerPatch } from '#contract/customer'
import { isDate } from '#contract/day'
import {
  changedFacts,
  nameProblems,
  tidyCorporateNumber,
  type VerifiedFacts,
  workProblems,
} from '#contract/profile'
import {
  foldSearch,
  hasControlOrEmoji,
  isKana,
  normalizePhone,
  normalizePostalCode,
  toFullKatakana,
} from '#contract/text'
import type { FieldErrors } from '#server/platform/refusal'
import { tidyAddressLine } from './address.rules.ts'

export interface CustomerData extends Place {
  name: string
  name_kana: string
  birthday: string | null
  gender: number
  job: number | null
  job_detail: string
  phone: string
  workplace: Place | null
  is_corporate: boolean
  corporate_number: string
  agent_name: string
  agent_name_kana: string
  agent_authority: AgentAuthority | null
  is_invoice_issuer: boolean
  invoice_registration_number: string
  auto_transfer: boolean
}

export type CustomerChange = z.output<typeof customerPatch>

export const noData: CustomerData = {
  name: '',
  name_kana: '',
  birthday: null,
  gender: 0,
  job: null,
  job_detail: '',
  phone: '',
  postal_code: '',
  prefecture: '',
  city: '',
  address1: '',
  address2: '',
  workplace: null,
  is_corporate: false,
  corporate_number: '',
  agent_name: '',
  agent_name_kana: '',
  agent_authority: null,
  is_invoice_issuer: false,
  invoice_registration_number: '',
  auto_transfer: true,
}

/** Lines may be blank until the first request. */
function tidyPlace(place: Place, errors: FieldErrors, options: { houseNumber: boolean }): Place {
  const problems = Object.entries(addressProblems(place, options))
  Object.assign(errors, Object.fromEntries(problems.filter(([field]) => place[field as keyof Place] !== '')))
  return {
    postal_code: normalizePostalCode(place.postal_code) ?? '',
    prefecture: place.prefecture,
    city: tidyAddressLine(place.city),
    address1: tidyAddressLine(place.address1),
    address2: tidyAddressLine(place.address2),
  }
}

export const placeOf = ({ postal_code, prefecture, city, address1, address2 }: Place): Place => ({
  postal_code,
  prefecture,
  city,
  address1,
  address2,
})

function given<T extends object>(input: T): Partial<T> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>
}

export function changedData(
  current: CustomerData,
  change: CustomerChange,
  today: string,
): { ok: true; data: CustomerData } | { ok: false; fields: FieldErrors } {
  const { address, workplace, version: _version, ...plain } = change
  const errors: FieldErrors = {}
  const addressErrors: FieldErrors = {}
  const workplaceErrors: FieldErrors = {}
  const data: CustomerData = {
    ...current,
    ...given(plain),
    ...(address
      ? tidyPlace({ ...placeOf(current), ...given(address) }, addressErrors, {
          houseNumber: address.address1 !== undefined,
        })
      : {}),
    ...(workplace === undefined
      ? {}
      : {
          workplace:
            workplace === null ? null : tidyPlace(workplace, workplaceErrors, { houseNumber: false }),
        }),
  }
  tidyPerson(data, change, today, errors)
  tidyCorporation(data, change, errors)
  tidyWork(data, change, errors)
  if (Object.keys(addressErrors).length > 0) errors.address = addressErrors
  if (Object.keys(workplaceErrors).length > 0) errors.workplace = workplaceErrors
  return Object.keys(errors).length > 0 ? { ok: false, fields: errors } : { ok: true, data }
}

/** Validates only what was sent, so that invalid old data does not block other changes. */
function tidyPerson(data: CustomerData, change: CustomerChange, today: string, errors: FieldErrors): void {
  if (change.name !== undefined) {
    data.name = change.name.replace(/\s+/gu, ' ').trim()
    if (hasControlOrEmoji(data.name)) errors.name = ['お名前に使えない文字(絵文字など)が含まれています。']
  }
  if (change.name_kana !== undefined) {
    data.name_kana = toFullKatakana(change.name_kana)
    if (!isKana(data.name_kana)) errors.name_kana = ['カタカナで入力してください。']
  }
  if (change.birthday !== undefined && !isBirthday(change.birthday, today)) {
    errors.birthday = ['生年月日をご確認ください。']
  }
  if (change.phone !== undefined) {
    const phone = normalizePhone(change.phone)
    if (phone === null) errors.phone = ['電話番号をご確認ください。']
    data.phone = phone ?? ''
  }
}

/** A person has none of a corporation's data. */
function tidyCorporation(data: CustomerData, change: CustomerChange, errors: FieldErrors): void {
  const { corporate_number, agent_name, agent_name_kana, agent_authority } = data.is_corporate ? data : noData
  data.corporate_number = tidyCorporateNumber(corporate_number)
  data.agent_name = agent_name.replace(/\s+/gu, ' ').trim()
  data.agent_name_kana = toFullKatakana(agent_name_kana)
  data.agent_authority = agent_authority
  const { name, agent_name: agent, is_corporate } = change
  const isSent = [name, agent, is_corporate].some((value) => value !== undefined)
  if (isSent) Object.assign(errors, nameProblems(data))
}

function isBirthday(date: string, today: string): boolean {
  return isDate(date) && date <= today && date >= '1900-01-01'
}

function tidyWork(data: CustomerData, change: CustomerChange, errors: FieldErrors): void {
  const number = data.invoice_registration_number.normalize('NFKC').replace(/[\s-]/gu, '').toUpperCase()
  data.invoice_registration_number = data.is_invoice_issuer ? number : ''
  const { job_detail, ...problems } = workProblems(data)
  const isJobSent = change.job !== undefined || change.job_detail !== undefined
  Object.assign(errors, problems, (isJobSent || data.job_detail !== '') && job_detail && { job_detail })
}

const factName: Readonly<Record<keyof VerifiedFacts, string>> = {
  name: '氏名',
  birthday: '生年月日',
  address: '住所',
}

export const factsChanged = (before: CustomerData, after: CustomerData) =>
  changedFacts({ ...before, address: before }, { ...after, address: after })

export const verifiedFactsChanged = (before: CustomerData, after: CustomerData): string[] => [
  ...factsChanged(before, after).map((fact) => factName[fact]),
  ...(before.is_corporate === after.is_corporate ? [] : ['個人・法人の別']),
  ...(before.corporate_number === after.corporate_number ? [] : ['法人番号']),
  ...(foldSearch(before.agent_name) === foldSearch(after.agent_name) ? [] : ['取引担当者']),
]

/** Folded names and kana, one per line, for search. */
export function searchTextOf(
  data: Pick<CustomerData, 'name' | 'name_kana' | 'agent_name' | 'agent_name_kana'>,
): string {
  const { name, name_kana, agent_name, agent_name_kana } = data
  const agent = agent_name === '' ? [] : [agent_name, agent_name_kana]
  return [name, name_kana, ...agent].map(foldSearch).join('\n')
}
