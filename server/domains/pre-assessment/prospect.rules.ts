import { foldSearch, formatPhone, normalizePhone, toFullKatakana } from '#contract/text'

interface ProspectInput {
  name: string
  name_kana: string
  phone: string
  email: string
  note: string
}

/** Sentences by field. Somebody without any of name, telephone and mail could not be found again. */
export function prospectProblems({ name, phone, email }: ProspectInput): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  if (phone !== '' && normalizePhone(phone) === null) problems.phone = ['電話番号を確認してください。']
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    problems.email = ['有効なメールアドレスを入力してください。']
  if (name === '' && phone === '' && email === '')
    problems.name = ['お名前・電話番号・メールアドレスのどれかを入力してください。']
  return problems
}

/** Telephone as it is written, kana in katakana. */
export function prospectColumns({ name, name_kana: kana, phone, email, note }: ProspectInput) {
  const digits = phone === '' ? '' : (normalizePhone(phone) ?? '')
  const name_kana = toFullKatakana(kana)
  return {
    ...{ name, name_kana, email, note },
    ...{ phone: digits === '' ? '' : formatPhone(digits), phone_digits: digits },
    search_text: [name, name_kana, email].map(foldSearch).join('\n'),
  }
}
export type ProspectColumns = ReturnType<typeof prospectColumns>
