import { brandMasterCalls } from '#contract/brand-master'
import type { CallBodyInput } from '#contract/call'
import { isKana, toFullKatakana } from '#contract/text'
import type { CamelCased } from '#web/lib/case.ts'
import type { FormRules } from '#web/ui/call-form.ts'
import type { Brand } from './brand-columns.tsx'

export type BrandValues = {
  name: string
  nameKana: string
  /** One a line. */
  aliases: string
}
type Body = CamelCased<CallBodyInput<typeof brandMasterCalls.create>>

const brandLabels = { name: 'ブランド名', nameKana: 'カナ', aliases: '別名' } as const

export const brandValuesOf = (stored: Brand | undefined): BrandValues => ({
  name: stored?.name ?? '',
  nameKana: stored?.nameKana ?? '',
  aliases: stored?.aliases.join('\n') ?? '',
})

const aliasesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n|｜、]/)
      .map((alias) => alias.trim())
      .filter((alias) => alias !== ''),
  ),
]

export const brandBody = ({ aliases, nameKana, ...values }: BrandValues): Body => ({
  ...values,
  nameKana: toFullKatakana(nameKana),
  aliases: aliasesOf(aliases),
})

export const brandRules: FormRules<BrandValues> = {
  call: brandMasterCalls.create,
  labels: brandLabels,
  bodyOf: brandBody,
  words: { aliases: '100文字までの別名を60個まで入力できます。' },
  also: ({ nameKana }): Record<string, string> => {
    const kana = toFullKatakana(nameKana)
    return kana === '' || isKana(kana) ? {} : { nameKana: 'カタカナで入力してください。' }
  },
}

export const brandTexts = (values: BrandValues): Readonly<Record<string, string>> => ({
  name: values.name.trim(),
  nameKana: toFullKatakana(values.nameKana),
  aliases: aliasesOf(values.aliases).join('、'),
})
