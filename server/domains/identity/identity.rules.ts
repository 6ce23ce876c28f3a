import type { Place } from '#contract/address'
import { foldAddress, isSamePlace } from '#contract/address'
import { holderMatches } from '#contract/bank-input'
import { isDate } from '#contract/day'
import { demands, type IdentificationGap, identificationGaps, mayIdentify } from '#contract/identification'
import { foldSearch, hasControlOrEmoji, isKana } from '#contract/text'
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
  verified_agent_name: string
  authority_evidence: string
  mail_delivered_on: string | null
  mail_number: string
  filed_at: string
}

export interface Verified {
  verified_name: string
  verified_birthday: string
  verified_address: string
}

export interface CheckContext {
  customer: Omit<Place, 'postal_code'> & {
    name: string
    birthday: string | null
    is_corporate: boolean
    agent_name: string
  }
  holder_kana: string | null
  /** The last complete check by the same dealer that was not withdrawn. */
  former: Verified | null
}

const noCard = 0
const individualNumberCard = 2
const otherDocument = 9

const individualNumber =
  'マイナンバー(12桁の個人番号)は、法律により記録できません。番号は書かないでください。'

/** Twelve digits in any grouping, also by characters that nobody sees: a My Number. */
function holdsTwelveDigits(text: string): boolean {
  return /(?<!\d)\d{12}(?!\d)/.test(text.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}\p{Pc}ー−・./]/gu, ''))
}

/** Input that may not be stored at all. Anything else is stored, complete or not. */
export function refusedFields(check: Check, isCorporate: boolean, today: string): FieldErrors {
  const fields: FieldErrors = {}
  if (!methodOn(check.clause, today)) fields.clause = ['この確認方法は、いまは使えません。']
  if (!mayIdentify(check.clause, isCorporate))
    fields.clause = [
      isCorporate ? '法人のお客さまには使えない確認方法です。' : '個人のお客さまには使えない確認方法です。',
    ]
  const isCard =
    check.identification_kind === individualNumberCard || /マイナンバー|個人番号/.test(check.document_name)
  for (const field of ['document_number', 'document_name', 'document_issuer', 'filed_at'] as const) {
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

/** Empty for a complete check. */
export function missingOf(
  check: Check,
  { customer, former, holder_kana: holder }: CheckContext,
): IdentificationGap[] {
  const { clause, identification_kind: kind } = check
  const needsDocument = demands(clause, 'document')
  const needsMail = demands(clause, 'mail')
  const needsAccount = demands(clause, 'bank_account')
  const isUnfiled = demands(clause, 'filed_at') && check.filed_at === ''
  const needsFormer = clause === 'clause_13'
  const isCorporate = customer.is_corporate
  const isMissing: Record<IdentificationGap, boolean> = {
    document_kind: needsDocument && kind === noCard,
    document_name: needsDocument && kind === otherDocument && check.document_name === '',
    document_issuer: needsDocument && check.document_issuer === '',
    document_number: needsDocument && check.document_number === '' && kind !== individualNumberCard,
    copy_filed: isUnfiled && clause === 'clause_7',
    image_filed: isUnfiled && clause === 'clause_8',
    original_filed: isUnfiled && !['clause_7', 'clause_8', 'clause_9'].includes(clause),
    chip_filed: isUnfiled && clause === 'clause_9',
    mail_delivered_on: needsMail && check.mail_delivered_on === null,
    mail_number: needsMail && check.mail_number === '',
    bank_account: needsAccount && holder === null,
    holder_differs: needsAccount && holder !== null && !holderMatches(holder, check.verified_name_kana),
    no_former_record: needsFormer && former === null,
    former_record_differs: needsFormer && former !== null && !isSamePerson(former, check),
    agent_name: isCorporate && check.verified_agent_name === '',
    agent_differs:
      isCorporate &&
      check.verified_agent_name !== '' &&
      foldSearch(check.verified_agent_name) !== foldSearch(customer.agent_name),
    authority_evidence: isCorporate && check.authority_evidence === '',
    name_differs: foldSearch(customer.name) !== foldSearch(check.verified_name),
    birthday_differs: customer.birthday !== check.verified_birthday,
    address_differs: !isSamePlace(check.verified_address, customer),
  }
  return identificationGaps.filter((gap) => isMissing[gap])
}

const isSamePerson = (former: Verified, check: Check): boolean =>
  foldSearch(former.verified_name) === foldSearch(check.verified_name) &&
  former.verified_birthday === check.verified_birthday &&
  foldAddress(former.verified_address) === foldAddress(check.verified_address)

export function maskedNumber(number: string): string {
  return number === '' ? '' : `****${number.length > 6 ? number.slice(-3) : ''}`
}
