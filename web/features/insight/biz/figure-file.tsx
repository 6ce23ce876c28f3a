import { type InsightTable, insightCalls, insightTables } from '#contract/insight'
import { ask } from '#web/lib/ask.ts'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import type { Figures } from '../shared/biz/use-period.ts'

/** The rows of a figure as a file. */
export function FigureFile({ table, wanted }: { table: InsightTable; wanted: Figures }) {
  const load = (options: FileOptions) => ask(insightCalls.csv, { query: { ...wanted, table }, ...options })
  return <CsvButton name={`${insightTables[table]} ${wanted.dateFrom}〜${wanted.dateTo}`} load={load} />
}
