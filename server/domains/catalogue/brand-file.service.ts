import type { BusinessActor } from '#server/platform/actor'
import { csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import { type Db, inTransaction } from '#server/platform/db'
import { invalid, Refusal } from '#server/platform/refusal'
import { allBrands } from './brand-master.queries.ts'
import { ListsRefused, loadCatalogue } from './catalogue.load.ts'
import { type ListProblem, readList } from './catalogue-list.rules.ts'

const fieldOf: Readonly<Record<string, string>> = { ブランド名: 'name', カナ: 'name_kana', 別名: 'aliases' }

/** The sentence without its English half. */
const japanese = ({ message }: ListProblem): string => message.split(' / ')[0] ?? message

function refusalOf(problems: readonly ListProblem[]): Refusal {
  const rows = new Map<number, Record<string, string[]>>()
  const others: string[] = []
  for (const problem of problems) {
    const field = fieldOf[problem.column]
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

export async function loadBrandFile(
  db: Db,
  actor: BusinessActor,
  { csv, dry_run }: { csv: string; dry_run?: boolean | undefined },
) {
  const read = readList('brands', new TextEncoder().encode(csv))
  if (!read.ok) throw refusalOf(read.problems)
  let tally = { added: 0, changed: 0, unchanged: 0 }
  try {
    await inTransaction(db, async (tx) => {
      const loaded = await loadCatalogue(tx, actor, { brands: read.entries })
      tally = loaded.brands ?? tally
      if (dry_run) throw new Undone()
    })
  } catch (error) {
    if (error instanceof ListsRefused) throw refusalOf(error.problems)
    if (!(error instanceof Undone)) throw error
  }
  return { created: tally.added, updated: tally.changed, unchanged: tally.unchanged, errors: [] }
}

const columns = [
  { key: 'name', header: 'ブランド名' },
  { key: 'name_kana', header: 'カナ' },
  { key: 'aliases', header: '別名' },
] as const

export const exportBrands = (db: Db, q: string | undefined, signal: AbortSignal) =>
  csvPieces([...columns], inBatches(db, allBrands(db, q), signal), { bom: true })
