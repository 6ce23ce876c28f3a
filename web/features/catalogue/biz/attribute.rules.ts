import type { CallBodyInput } from '#contract/call'
import {
  categoryAttributeCalls,
  mostChoices,
  type ValueType,
  valueTypeLabel,
} from '#contract/category-attribute'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { FormRules } from '#web/ui/call-form.ts'

export type Attribute = AskResult<typeof categoryAttributeCalls.list>['results'][number]

export type AttributeValues = {
  category: string
  name: string
  valueType: ValueType
  unit: string
  /** One a line. */
  choices: string
  kind: 'measure' | 'plain'
  need: 'required' | 'optional'
  sort: string
  isActive: 'yes' | 'no'
}
type Body = CamelCased<CallBodyInput<typeof categoryAttributeCalls.create>>

export const typeText = (type: string): string => valueTypeLabel[type as ValueType] ?? type

export const attributeValuesOf = (stored: Attribute | undefined): AttributeValues => ({
  category: stored ? String(stored.category) : '',
  name: stored?.name ?? '',
  valueType: (stored?.valueType as ValueType | undefined) ?? 'NUMBER',
  unit: stored?.unit ?? 'cm',
  choices: stored?.choices.join('\n') ?? '',
  kind: stored?.isMeasure === false ? 'plain' : 'measure',
  need: stored?.isRequired ? 'required' : 'optional',
  sort: stored ? String(stored.sort) : '',
  isActive: stored?.isActive === false ? 'no' : 'yes',
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What does not belong to the type is left out, so that changing the type is one step. */
export const attributeBody = (values: AttributeValues): Body => ({
  category: Number(values.category),
  name: values.name,
  valueType: values.valueType,
  unit: values.valueType === 'NUMBER' ? values.unit : '',
  choices: values.valueType === 'STRING' ? linesOf(values.choices) : [],
  isMeasure: values.valueType === 'NUMBER' && values.kind === 'measure',
  isRequired: values.need === 'required',
  sort: Number(values.sort),
  isActive: values.isActive === 'yes',
})

export const attributeRules: FormRules<AttributeValues> = {
  call: categoryAttributeCalls.create,
  labels: {
    category: 'カテゴリ',
    name: '項目の名前',
    valueType: '型',
    unit: '単位',
    choices: '選択肢',
    kind: '採寸',
    need: '必須',
    sort: '順番',
    isActive: '使用',
  },
  bodyOf: attributeBody,
  also: ({ category, name, choices, sort }): Record<string, string> => {
    const problems: Record<string, string> = {}
    if (category === '') problems.category = '選んでください。'
    if (/[>＞|｜]/.test(name)) problems.name = '「>」「|」は使えません。'
    const lines = linesOf(choices)
    if (lines.length > mostChoices) problems.choices = `${mostChoices}個までにしてください。`
    else if (lines.some((line) => /[|｜]/.test(line))) problems.choices = '「|」は使えません。'
    if (!/^\d{1,4}$/.test(sort.trim()) || Number(sort) < 1)
      problems.sort = '1から9999の整数で入力してください。'
    return problems
  },
}

const needText = (isRequired: boolean): string => (isRequired ? '必須' : '任意')

export const attributeTexts = (values: AttributeValues): Readonly<Record<string, string>> => ({
  name: values.name.trim(),
  valueType: typeText(values.valueType),
  unit: values.unit,
  choices: linesOf(values.choices).join('、'),
  kind: values.kind === 'measure' ? '採寸する' : '採寸しない',
  need: needText(values.need === 'required'),
  sort: values.sort,
  isActive: values.isActive === 'yes' ? '使用中' : '使わない',
})
