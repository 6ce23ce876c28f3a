import type { CallBodyInput } from '#contract/call'
import { commentTemplateCalls } from '#contract/comment-template'
import { oddVariablesSentence } from '#contract/comment-text'
import type { AskResult } from '#web/lib/ask.ts'
import type { CamelCased } from '#web/lib/case.ts'
import type { FormRules } from '#web/ui/call-form.ts'

export type Template = AskResult<typeof commentTemplateCalls.list>['results'][number]
type Body = CamelCased<CallBodyInput<typeof commentTemplateCalls.create>>
export type TemplateValues = Omit<Body, 'isActive'> & { isActive: boolean }

export const templateValuesOf = (stored: Template | undefined): TemplateValues => ({
  shortCode: stored?.shortCode ?? '',
  title: stored?.title ?? '',
  body: stored?.body ?? '',
  category: stored?.category ?? '',
  isActive: stored?.isActive ?? true,
})

export const templateBody = (values: TemplateValues): Body => ({
  ...values,
  shortCode: values.shortCode.normalize('NFKC').toLowerCase(),
})

export const templateRules: FormRules<TemplateValues> = {
  call: commentTemplateCalls.create,
  labels: { shortCode: '短い記号', title: '題名', body: '本文', category: '分類', isActive: '使う' },
  bodyOf: templateBody,
  also: ({ shortCode, body }): Record<string, string | undefined> => ({
    shortCode: /^[a-z0-9]*$/.test(shortCode.trim().normalize('NFKC').toLowerCase())
      ? undefined
      : '半角の英数字で入力してください。',
    body: oddVariablesSentence(body),
  }),
}

export const templateTexts = (values: TemplateValues): Readonly<Record<string, string>> => ({
  shortCode: values.shortCode.trim(),
  title: values.title.trim(),
  body: values.body.trim(),
  category: values.category,
  isActive: values.isActive ? '使う' : '使わない',
})

/** To show what a template becomes. */
export const sampleArticle = {
  ...{ brandName: 'AURALEE', categoryName: 'コート', name: 'ウールコート', color: '紺', size: '3' },
  ...{ material: '毛', grade: 'A_2' },
}
export const samplePrice = 12_800
