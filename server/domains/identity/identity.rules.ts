import { foldAddress, isSamePlace } from '#contract/address'
import { holderMatches } from '#contract/bank-input'
import { isDate } from '#contract/day'
import { demands } from '#contract/identification'
import { foldSearch, hasControlOrEmoji, isKana } from '#contract/text'
import type { Place } from '#server/domains/account/address.rules'
import type { FieldErrors } from '#server/platform/refusal'
import { type Clause, methodOn } from './identity.methods.ts'

export interface Check {
  clause: Clause
  identification_kind: number
  document_name: string
  document_issuer: string
  document_number: string
  verified_name: string
  verified_name_kana: string
  verified_birthday: string
  verified_address: string
  mail_delivered_on: string | null
  mail_number: string
  filed_at: string
}

export interface Verified {
  verified_name: string
  verified_birthday: string
  verified_address: string
}

export interface Around {
  customer: Omit<Place, 'postal_code'> & { name: string; birthday: string | null }
  holder_kana: string | null
  /** The last complete check by the same dealer that was not withdrawn. */
  former: Verified | null
}

const noCard = 0
const individualNumberCard = 2
const otherDocument = 9

const individualNumber =
  'マイナンバー(12桁の個人番号)は、法律により記録できません。番号は書かないでください。'

/** Twelve digits in any grouping: a My Number. */
function holdsTwelveDigits(text: string): boolean {
  return /(?<!\d)\d{12}(?!\d)/.test(text.normalize('NFKC').replace(/[\s\-ー―‐‑‒–—−・.]/gu, ''))
}

/** Input that may not be stored at all. Anything else is stored, complete or not. */
export function refusedFields(check: Check, today: string): FieldErrors {
  const fields: FieldErrors = {}
  if (!methodOn(check.clause, today)) fields.clause = ['この確認方法は、いまは使えません。']
  const isCard =
    check.identification_kind === individualNumberCard || /マイナンバー|個人番号/.test(check.document_name)
  for (const field of ['document_number', 'document_name', 'filed_at'] as const) {
    if (isCard && holdsTwelveDigits(check[field])) fields[field] = [individualNumber]
  }
  if (hasControlOrEmoji(check.verified_name)) fields.verified_name = ['使えない文字が含まれています。']
  if (!isKana(check.verified_name_kana)) fields.verified_name_kana = ['カタカナで入力してください。']
  const { verified_birthday: birthday, mail_delivered_on: delivered } = check
  if (!isDate(birthday) || birthday > today || birthday < '1900-01-01') {
    fields.verified_birthday = ['生年月日をご確認ください。']
  }
  if (delivered !== null && delivered > today) {
    fields.mail_delivered_on = ['届いた日は、今日までの日付を入力してください。']
  }
  return fields
}

const filing: Partial<Record<Clause, string>> = {
  clause_7: '書類の写しを保管した場所を入力してください。',
  clause_8: '書類の画像を保管した場所を入力してください。',
  clause_9: 'ICチップの記録を保管した場所を入力してください。',
}

function documentDemands(check: Check): string[] {
  if (!demands(check.clause, 'document')) return []
  const { identification_kind: kind } = check
  return [
    ...(kind === noCard ? ['確認した書類の種類を選んでください。'] : []),
    ...(kind === otherDocument && check.document_name === ''
      ? ['確認した書類の名前を入力してください。']
      : []),
    ...(check.document_issuer === '' ? ['書類の発行元を入力してください。'] : []),
    ...(check.document_number === '' && kind !== individualNumberCard
      ? ['書類の番号を入力してください。']
      : []),
  ]
}

/** 7号: also needs non-forwarded mail that arrived, and an account in the same name. */
function mailAndAccountDemands(check: Check, around: Around): string[] {
  if (!demands(check.clause, 'mail')) return []
  const holder = around.holder_kana
  return [
    ...(check.mail_delivered_on === null ? ['転送不要の郵便が届いた日を入力してください。'] : []),
    ...(check.mail_number === '' ? ['転送不要の郵便の引受番号を入力してください。'] : []),
    ...(holder === null ? ['お客さま名義の振込先口座を選んでください。'] : []),
    ...(holder !== null && !holderMatches(holder, check.verified_name_kana)
      ? ['振込先の口座名義が、確認したお名前(カナ)と違います。']
      : []),
  ]
}

/** 13号: only for a customer who was checked before. */
function formerDemands(check: Check, around: Around): string[] {
  if (check.clause !== 'clause_13') return []
  const { former } = around
  if (!former) return ['以前の本人確認の記録がありません。ほかの方法で確認してください。']
  const isSame =
    foldSearch(former.verified_name) === foldSearch(check.verified_name) &&
    former.verified_birthday === check.verified_birthday &&
    foldAddress(former.verified_address) === foldAddress(check.verified_address)
  return isSame ? [] : ['以前に確認した氏名・生年月日・住所と違います。ほかの方法で確認してください。']
}

function differences(check: Check, { customer }: Around): string[] {
  return [
    ...(foldSearch(customer.name) !== foldSearch(check.verified_name)
      ? ['書類の氏名が、お客さまの登録と違います。']
      : []),
    ...(customer.birthday !== check.verified_birthday
      ? ['書類の生年月日が、お客さまの登録と違います。']
      : []),
    ...(isSamePlace(check.verified_address, customer) ? [] : ['書類の住所が、お客さまの登録と違います。']),
  ]
}

/** In Japanese, for staff; empty for a complete check. */
export function missingOf(check: Check, around: Around): string[] {
  const place = demands(check.clause, 'filed_at') && filing[check.clause]
  return [
    ...documentDemands(check),
    ...(place && check.filed_at === '' ? [place] : []),
    ...mailAndAccountDemands(check, around),
    ...formerDemands(check, around),
    ...differences(check, around),
  ]
}

export function maskedNumber(number: string): string {
  return number === '' ? '' : `****${number.length > 6 ? number.slice(-3) : ''}`
}
