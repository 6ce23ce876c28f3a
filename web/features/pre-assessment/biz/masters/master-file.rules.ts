import type { UploadKind, uploadStateLabel } from '#contract/pre-assessment-master'

/** Columns of the files as they are called in them, under the names of the browser. */
export const fileColumns = {
  brands: { brand: 'ブランド名', rank: 'ランク', factor: '係数' },
  categories: { category: 'カテゴリ', factor: '係数' },
  customers: { name: 'お名前', nameKana: 'カナ', phone: '電話番号', email: 'メールアドレス', note: 'メモ' },
  price_templates: {
    ...{ brand: 'ブランド名', brandRank: 'ランク', category: 'カテゴリ', gender: '対象', condition: '状態' },
    ...{ season: '季節', attributes: '属性', base: '基準額', band: '幅(%)' },
    ...{ validFrom: '適用開始', validTo: '適用終了' },
  },
  season_tags: { name: '季節', months: '月', factor: '係数', sort: '順番', use: '使用' },
} as const satisfies Record<UploadKind, Readonly<Record<string, string>>>

type State = keyof typeof uploadStateLabel

export const isOver = (state: string): boolean =>
  (['done', 'refused', 'failed'] satisfies State[]).some((one) => one === state)

export interface FileProblem {
  line: number
  field: string
  messages: readonly string[]
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The refusal `{rows: [{amount: […]}], lines: [5]}`, one after another as they stand in the file. */
export function fileProblems({ rows, lines }: { rows?: unknown; lines?: unknown }): FileProblem[] {
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: Readonly<Record<string, unknown>>, index) =>
    Object.entries(row ?? {}).map(([field, messages]) => ({
      line: Array.isArray(lines) ? Number(lines[index]) : index + 1,
      field: camel(field),
      messages: [messages].flat().map(String),
    })),
  )
}

/** The same of a file that was read in the background. */
export const problemsOf = (
  errors: readonly { line: number; field: string; message: string }[],
): FileProblem[] =>
  errors.map(({ line, field, message }) => ({ line, field: camel(field), messages: [message] }))
