import type { CsvEncoding } from '#contract/csv-encoding'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { invalid, Refusal } from '#server/platform/refusal'
import { readInThread } from '#server/platform/thread'
import { type CatalogueLists, ListsRefused, loadCatalogue } from './catalogue.load.ts'
import { type ListFile, type ListName, type ListProblem, readListFile } from './catalogue-list.rules.ts'

const fieldOf: Readonly<Record<string, string>> = {
  ...{ ブランド名: 'name', カナ: 'name_kana', 別名: 'aliases' },
  ...{ カテゴリ: 'name', 上位カテゴリ: 'parent', 品目区分: 'ledger_class', 順番: 'sort', 使用: 'is_active' },
  ...{
    項目: 'name',
    型: 'value_type',
    単位: 'unit',
    選択肢: 'choices',
    採寸: 'is_measure',
    必須: 'is_required',
  },
  ...{ 短い記号: 'short_code', 題名: 'title', 本文: 'body', 分類: 'category' },
  ...{ キャンペーン名: 'name', 率: 'percent', 金額: 'bonus_yen', 上限: 'bonus_cap' },
  ...{ 開始日: 'starts_on', 終了日: 'ends_on', 対象のブランド: 'brands', 対象のカテゴリ: 'categories' },
  ...{ 対象の店舗: 'shops', 初めて売る方だけ: 'is_first_only', サイトでの案内: 'is_published' },
}

/** The sentence without its English half. */
const japanese = ({ message }: ListProblem): string => message.split(' / ')[0] ?? message

function refusalOf(problems: readonly ListProblem[]): Refusal {
  const rows = new Map<number, Record<string, string[]>>()
  const others: string[] = []
  for (const problem of problems) {
    const field =
      problem.list === 'attributes' && problem.column === 'カテゴリ' ? 'category' : fieldOf[problem.column]
    if (problem.line === null || problem.line === 1 || !field)
      others.push(problem.column ? `「${problem.column}」: ${japanese(problem)}` : japanese(problem))
    else {
      const row = rows.get(problem.line) ?? {}
      rows.set(problem.line, { ...row, [field]: [...(row[field] ?? []), japanese(problem)] })
    }
  }
  if (others.length > 0) return invalid({ csv: others })
  return new Refusal('invalid', 400, { rows: [...rows.values()], lines: [...rows.keys()] })
}

class Undone extends Error {}

/** Other calls do not wait for a long file. */
const readListAside = (file: ListFile) =>
  readInThread(file.csv.length, new URL('./list-file.thread.ts', import.meta.url), file, () =>
    readListFile(file),
  )

interface Upload {
  csv: string
  encoding?: CsvEncoding | undefined
  dry_run?: boolean | undefined
}

/** All or nothing; a dry run is undone. */
export async function loadListFile(
  db: Db,
  actor: BusinessActor,
  list: ListName,
  { csv, encoding, dry_run }: Upload,
  company: number | null = null,
) {
  const read = await readListAside({ list, csv })
  if (!read.ok) throw refusalOf(read.problems)
  const lists: Partial<CatalogueLists> = { [list]: read.entries }
  let tally = { added: 0, changed: 0, unchanged: 0 }
  try {
    await inTransaction(db, async (tx) => {
      const loaded = await loadCatalogue(tx, actor, lists, {
        company,
        fromShiftJis: encoding === 'shift_jis' ? [list] : [],
      })
      tally = loaded[list] ?? tally
      if (dry_run) throw new Undone()
    })
  } catch (error) {
    if (error instanceof ListsRefused) throw refusalOf(error.problems)
    if (!(error instanceof Undone)) throw error
  }
  return { created: tally.added, updated: tally.changed, unchanged: tally.unchanged, errors: [] }
}
