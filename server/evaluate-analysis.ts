import path from 'node:path'
import { type Accuracy, accuracyOfLabels, accuracyOfUse } from '#server/domains/analysis/evaluate.service'
import type { Booted } from './boot.ts'

const labelsOption = '--labels'
export const evaluateOptions: readonly string[] = [labelsOption]

export const evaluateHelp = [
  '写真の分析の結果を、査定を終えた商品の内容と担当者の確認に照らします。--labels があれば、描いたタグの写真も読み取って比べます。',
  'Compares suggestions with what assessed articles say and people chose; with --labels also with drawn labels:',
  '',
  'node scripts/label-pictures.ts --out .cache/labels --seed 1 --count 300',
  'npm run okuru -- analysis evaluate --labels .cache/labels',
].join('\n')

type Given = ReadonlyMap<string, readonly string[]>

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`

const lineOf = ({ engine, field, n, first, among, filled, filledRight }: Accuracy): string =>
  [
    `${engine} ${field}`.padEnd(28),
    `n ${n}`.padEnd(8),
    `first ${share(first, n)}`.padEnd(14),
    `first three ${share(among, n)}`.padEnd(20),
    `filled ${filled}, right ${share(filledRight, filled)}`,
  ].join(' ')

export async function evaluateAnalysis({ db, tools }: Booted, given: Given): Promise<string[]> {
  const used = await accuracyOfUse(db)
  const lines = ['査定の結果 / as assessed:', ...used.map(lineOf)]
  if (used.length === 0) lines.push('まだありません。 / none yet.')
  const folder = given.get(labelsOption)?.at(-1)
  if (!folder) return lines
  const from = path.resolve(process.env.INIT_CWD ?? process.cwd(), folder)
  const { accuracies, median } = await accuracyOfLabels(db, from, tools.clock.now())
  return [
    ...lines,
    '描いたタグ / drawn labels:',
    ...accuracies.map(lineOf),
    `中央値 / median ${Math.round(median)} ms`,
  ]
}
