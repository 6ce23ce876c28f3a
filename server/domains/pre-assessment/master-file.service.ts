import { writeAttributes } from '#contract/attribute-text'
import { itemGender, labelOf } from '#contract/codes'
import type { UploadKind } from '#contract/pre-assessment-master'
import { exportRecorded } from '#server/domains/activity/recorded-export'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvPiece, CsvValue } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
import { countExported, type ExportedRow, exportedRows } from './master-export.queries.ts'
import { uploadColumns } from './upload-columns.rules.ts'

type Cells = Readonly<Record<string, CsvValue>>

const factorWords = (permille: number): string => (permille / 1000).toFixed(3).replace(/0?0$/, '')

/** Each line says what its upload reads, so that the file changes nothing when it is loaded again. */
const cellsOf: { [Kind in UploadKind]: (row: ExportedRow[Kind]) => Cells } = {
  brands: ({ name, rank, factor_permille }) => ({ brand: name, rank, factor: factorWords(factor_permille) }),
  categories: ({ path, factor_permille }) => ({ category: path, factor: factorWords(factor_permille) }),
  customers: (row) => ({ ...row }),
  season_tags: ({ name, months, factor_permille, sort, is_active }) => ({
    ...{ name, months: months.join(','), factor: factorWords(factor_permille), sort },
    use: is_active ? 'する' : 'しない',
  }),
  price_templates: ({ gender, attributes, band_permille, ...row }) => ({
    ...row,
    gender: gender === null ? '' : labelOf(itemGender, gender),
    attributes: writeAttributes(attributes),
    band: band_permille / 10,
  }),
}

export function exportMasters<Kind extends UploadKind>(
  db: Db,
  actor: BusinessActor,
  kind: Kind,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  return exportRecorded<ExportedRow[Kind], string>(
    db,
    actor,
    {
      columns: Object.entries(uploadColumns[kind]).map(([key, { header }]) => ({ key, header })),
      activity: { action: 'pre_assessment.export', detail: { upload_kind: kind } },
      count: () => countExported(db, actor.company_id, kind),
      rows: exportedRows(db, actor.company_id, kind),
      cellsOf: cellsOf[kind],
    },
    signal,
  )
}
