import type * as z from 'zod'
import { noSuchDay } from './day.ts'

/** One Japanese sentence per issue kind, worded as in Django REST Framework, which clients already know. */
export function japaneseIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return issue.origin === 'string'
        ? `この項目が${issue.maximum}文字より長くならないようにしてください。`
        : issue.origin === 'array'
          ? `この項目は${issue.maximum}件以下にしてください。`
          : `この値は${issue.maximum}以下にしてください。`
    case 'invalid_format':
      return formatMessage(issue.format, issue.input)
    case 'invalid_value':
    case 'invalid_union':
      return choiceMessage(issue.input)
    case 'custom':
      return customMessage(issue)
    default:
      return '入力内容をご確認ください。'
  }
}

function typeMessage(issue: z.core.$ZodRawIssue): string {
  const input = issue.input
  if (input === undefined) return 'この項目は必須です。'
  if (input === null) return 'この項目はnullにできません。'
  switch ((issue as { expected?: string }).expected) {
    case 'int':
    case 'number':
    case 'nan':
      return '有効な整数を入力してください。'
    case 'boolean':
      return 'Must be a valid boolean.'
    case 'array':
      return `"${pythonType(input)}" 型のデータではなく項目のリストを入力してください。`
    case 'object':
    case 'record':
      return `不正なデータです。${pythonType(input)} 型ではなく辞書を入力してください。`
    case 'string':
      return 'Not a valid string.'
    default:
      return '入力内容をご確認ください。'
  }
}

function tooSmall(issue: Extract<z.core.$ZodRawIssue, { code: 'too_small' }>): string {
  if (issue.origin === 'string') {
    return issue.minimum === 1
      ? 'この項目は空にできません。'
      : `この項目は少なくとも${issue.minimum}文字以上にしてください。`
  }
  return issue.origin === 'array'
    ? `この項目は${issue.minimum}件以上にしてください。`
    : `この値は${issue.minimum}以上にしてください。`
}

function formatMessage(format: string | undefined, input: unknown): string {
  if (format === 'email') return '有効なメールアドレスを入力してください。'
  const impossible = format === 'date' && typeof input === 'string' ? noSuchDay(input) : undefined
  if (impossible) return impossible
  if (format === 'date') return '日付の形式が違います。以下のどれかの形式にしてください: YYYY-MM-DD。'
  return '入力の形式をご確認ください。'
}

function choiceMessage(input: unknown): string {
  if (input === undefined) return 'この項目は必須です。'
  if (input === null) return 'この項目はnullにできません。'
  const shown = typeof input === 'object' ? JSON.stringify(input) : String(input)
  return `"${shown.slice(0, 40)}"は有効な選択肢ではありません。`
}

function customMessage(issue: z.core.$ZodRawIssue): string {
  const params = (issue as { params?: { rule?: string; value?: unknown; message?: string } }).params
  switch (params?.rule) {
    case 'filter_number':
      return '数値を入力してください。'
    case 'filter_date':
      return '日付を正しく入力してください。'
    case 'filter_time':
      return '日時を、時差を付けて入力してください。例 2026-11-24T10:00:00+09:00'
    case 'filter_position':
      return '前の応答の after を、そのまま送ってください。'
    case 'filter_choice':
      return `正しく選択してください。 ${String(params.value).slice(0, 40)} は候補にありません。`
    default:
      return params?.message ?? issue.message ?? '入力内容をご確認ください。'
  }
}

function pythonType(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  if (typeof value === 'boolean') return 'bool'
  return 'dict'
}
