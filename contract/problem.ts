/** Messages by field, as the server sends them. */
export type Messages = { [field: string]: string[] | Messages }

export type Checks = readonly (readonly [field: string, isWrong: boolean, sentence: string])[]

/** The sentence of each field's first failed check. */
export function problemsOf(checks: Checks): { [field: string]: string[] } {
  const problems: { [field: string]: string[] } = {}
  for (const [field, isWrong, sentence] of checks) if (isWrong) problems[field] ??= [sentence]
  return problems
}

export const sentences = {
  required: 'この項目は必須です。',
  characters: '使えない文字が含まれています。絵文字などを取り除いてください。',
  postal: '郵便番号は7桁の数字で入力してください。',
  prefecture: '都道府県を選んでください。',
} as const
