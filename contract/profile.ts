import { foldPlace, hasHouseNumber, type PlaceLines } from './address.ts'
import { problemsOf, sentences } from './problem.ts'
import { foldSearch, hasControlOrEmoji } from './text.ts'

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
}
export type ProfilePart = 'name' | 'name_kana' | 'birthday' | 'phone' | 'address' | 'job' | 'job_detail'

export function missingInProfile(profile: Profile): ProfilePart[] {
  const { postal_code, prefecture, city, address1 } = profile
  const isGiven: Record<ProfilePart, boolean> = {
    name: profile.name !== '',
    name_kana: profile.name_kana !== '',
    birthday: profile.has_birthday,
    phone: profile.phone !== '',
    address: [postal_code, prefecture, city].every((line) => line !== '') && hasHouseNumber(address1),
    job: profile.job !== null,
    job_detail: profile.job !== jobWithDetail || profile.job_detail !== '',
  }
  return (Object.keys(isGiven) as ProfilePart[]).filter((part) => !isGiven[part])
}

export const isProfileComplete = (profile: Profile): boolean => missingInProfile(profile).length === 0

type Work = Pick<Profile, 'job' | 'job_detail'> & {
  is_invoice_issuer: boolean
  invoice_registration_number: string
}

/** Rules of the job and the invoice number beyond the schema. */
export const workProblems = (work: Work) =>
  problemsOf([
    ['job_detail', hasControlOrEmoji(work.job_detail), sentences.characters],
    [
      'job_detail',
      work.job === jobWithDetail && work.job_detail === '',
      '「無職・その他」の方は、具体的な内容を入力してください。',
    ],
    [
      'invoice_registration_number',
      work.is_invoice_issuer && !/^T\d{13}$/.test(work.invoice_registration_number),
      '登録番号は「T」と13桁の数字で入力してください。',
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
