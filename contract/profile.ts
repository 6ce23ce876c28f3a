import { foldPlace, hasHouseNumber, type PlaceLines } from './address.ts'
import { problemsOf, sentences } from './problem.ts'
import { foldSearch, hasControlOrEmoji, withoutSeparators } from './text.ts'

/** 無職・その他: requires a description. */
export const jobWithDetail = 8

export interface Profile {
  name: string
  name_kana: string
  has_birthday: boolean
  phone: string
  postal_code: string
  prefecture: string
  city: string
  address1: string
  job: number | null
  job_detail: string
  is_corporate: boolean
  corporate_number: string
  agent_name: string
  agent_name_kana: string
  agent_authority: string | null
}
export type ProfilePart =
  | 'name'
  | 'name_kana'
  | 'corporate_number'
  | 'agent_name'
  | 'agent_name_kana'
  | 'agent_authority'
  | 'birthday'
  | 'phone'
  | 'address'
  | 'job'
  | 'job_detail'

/** 法人番号: the first of 13 digits is a check digit over the others (法人番号の指定等に関する省令). */
export function isCorporateNumber(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const [check = 0, ...digits] = [...text].map(Number)
  // Counted from the right, every second digit weighs double.
  const sum = digits
    .toReversed()
    .reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 2), 0)
  return check === 9 - (sum % 9)
}

export const tidyCorporateNumber = (text: string): string => withoutSeparators(text)

type Names = Partial<Pick<Profile, 'is_corporate' | 'name' | 'agent_name'>>

const isNamedAsAgent = ({ is_corporate = false, name = '', agent_name = '' }: Names): boolean =>
  is_corporate && agent_name !== '' && foldSearch(name) === foldSearch(agent_name)

/** The ledger names both: the corporation that sells, and the person who acts for it. */
export const nameProblems = (names: Names) =>
  problemsOf([
    [
      'name',
      isNamedAsAgent(names),
      'ご担当者のお名前ではなく、法人の名称を、登記のとおりに入力してください。',
    ],
  ])

export function missingInProfile(profile: Profile): ProfilePart[] {
  const { postal_code, prefecture, city, address1, is_corporate } = profile
  const isGiven: Record<ProfilePart, boolean> = {
    name: profile.name !== '' && !isNamedAsAgent(profile),
    name_kana: profile.name_kana !== '',
    corporate_number: !is_corporate || isCorporateNumber(profile.corporate_number),
    agent_name: !is_corporate || profile.agent_name !== '',
    agent_name_kana: !is_corporate || profile.agent_name_kana !== '',
    agent_authority: !is_corporate || profile.agent_authority !== null,
    birthday: profile.has_birthday,
    phone: profile.phone !== '',
    address: [postal_code, prefecture, city].every((line) => line !== '') && hasHouseNumber(address1),
    job: profile.job !== null,
    job_detail: profile.job !== jobWithDetail || profile.job_detail !== '',
  }
  return (Object.keys(isGiven) as ProfilePart[]).filter((part) => !isGiven[part])
}

export const isProfileComplete = (profile: Profile): boolean => missingInProfile(profile).length === 0

type Work = Pick<Profile, 'job' | 'job_detail' | 'is_corporate' | 'corporate_number'> & {
  is_invoice_issuer: boolean
  invoice_registration_number: string
}

const isRegistrationNumber = (text: string): boolean =>
  text.startsWith('T') && isCorporateNumber(text.slice(1))

/** Rules of the job, the corporate number and the invoice number beyond the schema. */
export const workProblems = (work: Work) =>
  problemsOf([
    ['job_detail', hasControlOrEmoji(work.job_detail), sentences.characters],
    [
      'job_detail',
      work.job === jobWithDetail && work.job_detail === '',
      '「無職・その他」の方は、具体的な内容を入力してください。',
    ],
    [
      'corporate_number',
      work.is_corporate && work.corporate_number !== '' && !isCorporateNumber(work.corporate_number),
      '法人番号(13桁)をご確認ください。数字がひとつでも違うと登録できません。',
    ],
    [
      'invoice_registration_number',
      work.is_invoice_issuer && !/^T\d{13}$/.test(work.invoice_registration_number),
      '登録番号は「T」と13桁の数字で入力してください。',
    ],
    [
      'invoice_registration_number',
      work.is_invoice_issuer && !isRegistrationNumber(work.invoice_registration_number),
      '登録番号をご確認ください。数字がひとつでも違うと登録できません。',
    ],
    [
      'invoice_registration_number',
      work.is_invoice_issuer &&
        work.is_corporate &&
        isCorporateNumber(work.corporate_number) &&
        work.invoice_registration_number !== `T${work.corporate_number}`,
      '法人の登録番号は、「T」のあとに法人番号が続きます。法人番号と見比べてください。',
    ],
  ])

export interface VerifiedFacts {
  name: string
  birthday: string | null
  address: PlaceLines
}

/** Changed facts that an identification confirms. Another width is no change; another room of the same house is. */
export function changedFacts(before: VerifiedFacts, after: VerifiedFacts): (keyof VerifiedFacts)[] {
  const isSame: Record<keyof VerifiedFacts, boolean> = {
    name: foldSearch(before.name) === foldSearch(after.name),
    birthday: before.birthday === after.birthday,
    address: foldPlace(before.address) === foldPlace(after.address),
  }
  return (Object.keys(isSame) as (keyof VerifiedFacts)[]).filter((fact) => !isSame[fact])
}
