import type { CallBodyInput } from '#contract/call'
import { categoryMasterCalls } from '#contract/category-master'
import { ledgerClass } from '#contract/codes'
import { isKana, toFullKatakana } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { FormRules } from '#web/ui/call-form.ts'

export type Category = AskResult<typeof categoryMasterCalls.list>['results'][number]
type LedgerClass = keyof typeof ledgerClass

export type CategoryValues = {
  name: string
  nameKana: string
  /** Blank: at the top. */
  parent: string
  ledgerClass: string
  sort: string
  isActive: 'yes' | 'no'
}
type Body = CamelCased<CallBodyInput<typeof categoryMasterCalls.create>>

const categoryLabels = {
  name: 'カテゴリ名',
  nameKana: 'カナ',
  parent: '上位カテゴリ',
  ledgerClass: '品目区分',
  sort: '順番',
  isActive: '使用',
} as const

export const useText = (isActive: boolean): string => (isActive ? '使用中' : '使わない')

export const ledgerClassText = (code: string): string => `${code} ${ledgerClass[code as LedgerClass] ?? ''}`

export const categoryValuesOf = (stored: Category | undefined): CategoryValues => ({
  name: stored?.name ?? '',
  nameKana: stored?.nameKana ?? '',
  parent: stored?.parent ? String(stored.parent) : '',
  ledgerClass: stored?.ledgerClass ?? '',
  sort: stored ? String(stored.sort) : '',
  isActive: stored?.isActive === false ? 'no' : 'yes',
})

export const categoryBody = (values: CategoryValues): Body => ({
  name: values.name,
  nameKana: toFullKatakana(values.nameKana),
  ledgerClass: values.ledgerClass as LedgerClass,
  sort: Number(values.sort),
  isActive: values.isActive === 'yes',
  parent: values.parent === '' ? null : Number(values.parent),
})

export const categoryRules: FormRules<CategoryValues> = {
  call: categoryMasterCalls.create,
  labels: categoryLabels,
  bodyOf: categoryBody,
  also: ({ name, nameKana, ledgerClass: chosen, sort }): Record<string, string> => {
    const problems: Record<string, string> = {}
    const kana = toFullKatakana(nameKana)
    if (/[>＞]/.test(name)) problems.name = '「>」は使えません。'
    if (kana.trim() === '') problems.nameKana = 'カタカナで入力してください。'
    else if (!isKana(kana)) problems.nameKana = 'カタカナで入力してください。'
    if (chosen === '') problems.ledgerClass = '選んでください。'
    if (!/^\d{1,4}$/.test(sort.trim()) || Number(sort) < 1)
      problems.sort = '1から9999の整数で入力してください。'
    return problems
  },
}

export const categoryTexts = (values: CategoryValues): Readonly<Record<string, string>> => ({
  name: values.name.trim(),
  nameKana: toFullKatakana(values.nameKana),
  ledgerClass: ledgerClassText(values.ledgerClass),
  sort: values.sort,
  isActive: useText(values.isActive === 'yes'),
})
